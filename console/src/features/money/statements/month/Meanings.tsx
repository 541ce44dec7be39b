import { Block } from "@/ui/layout/Block";
import { MEANINGS } from "../words";
import classes from "./month.module.css";

/** The words of an accountant, explained once on the page. */
export function Meanings() {
  return (
    <Block title="Les mots de cette page">
      <dl className={classes.meanings}>
        {MEANINGS.map(({ word, meaning }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}
