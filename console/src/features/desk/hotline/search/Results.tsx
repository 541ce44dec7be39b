import { IconChevronRight } from "@tabler/icons-react";
import type { Option, OptionGroup } from "./options";
import classes from "./search.module.css";

type ResultsProps = {
  /** The id of the search field, with which those of the options begin. */
  id: string;
  groups: readonly OptionGroup[];
  active: string | undefined;
  onActive: (key: string) => void;
  onPick: (option: Option) => void;
};

/** The results of a search, under their headings. The focus stays in the field, which names the active one. */
export function Results({ id, groups, active, onActive, onPick }: ResultsProps) {
  return (
    <div id={`${id}-liste`} role="listbox" aria-label="Résultats">
      {groups.map(({ heading, options }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={heading} role="group" aria-labelledby={`${id}-groupe-${index}`}>
          <p id={`${id}-groupe-${index}`} className={classes.heading} role="presentation">
            {heading}
          </p>
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={option.key}
              id={`${id}-${option.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.key === active}
              className={classes.option}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => option.key !== active && onActive(option.key)}
              onClick={() => onPick(option)}
            >
              <option.icon size={20} stroke={1.75} aria-hidden className={classes.icon} />
              <span className={classes.words}>
                <span className={classes.label}>{option.label}</span>
                <span className={classes.detail}>{option.detail}</span>
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden className={classes.icon} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
