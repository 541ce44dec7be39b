import { Text, UnstyledButton } from "@mantine/core";
import { Block } from "@/ui/layout/Block";
import classes from "./creation.module.css";
import { type Template, templates } from "./templates";

type CatalogueProps = { chosen: Template | null; onChoose: (template: Template) => void };

/** Templates to start from: choosing one fills the form. */
export function Catalogue({ chosen, onChoose }: CatalogueProps) {
  return (
    <Block title="Partir d'un modèle" bare>
      <ul className={classes.catalogue}>
        {templates.map((template) => {
          const { title, about, icon: Icon } = template;
          return (
            <li key={title}>
              <UnstyledButton
                className={classes.template}
                aria-pressed={template === chosen}
                onClick={() => onChoose(template)}
              >
                <Icon size={22} stroke={1.5} color="var(--accent)" aria-hidden />
                <Text span fw={600}>
                  {title}
                </Text>
                <Text span c="dimmed" fz={13}>
                  {about}
                </Text>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <Text c="dimmed" mt={chosen ? "sm" : 0} role="status">
        {chosen &&
          `Le modèle «\u00a0${chosen.title}\u00a0» remplit le formulaire\u00a0: ajustez-le, puis enregistrez.`}
      </Text>
    </Block>
  );
}
