import { Box, Group, Text } from "@mantine/core";
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
          <div id={`${id}-groupe-${index}`} className={classes.heading} role="presentation">
            {heading}
          </div>
          {options.map((option) => (
            // The keys are those of the field.
            <Group
              key={option.key}
              id={`${id}-${option.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.key === active}
              className={classes.option}
              gap="sm"
              wrap="nowrap"
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => option.key !== active && onActive(option.key)}
              onClick={() => onPick(option)}
            >
              <option.icon size={20} stroke={1.75} aria-hidden />
              <Box flex={1} miw={0}>
                <Text fw={550}>{option.label}</Text>
                <Text fz={13} c="dimmed">
                  {option.detail}
                </Text>
              </Box>
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </Group>
          ))}
        </div>
      ))}
    </div>
  );
}
