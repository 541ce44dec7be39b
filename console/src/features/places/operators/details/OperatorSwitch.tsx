import { Switch, Text } from "@mantine/core";
import { useId } from "react";
import type { Operator } from "@/entities/operator/api";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";

type OperatorSwitchProps = {
  operator: Operator;
  label: string;
  hint: string;
  checked: boolean;
  /** What the question asks to change: « les données ouvertes de ». */
  article: string;
  write: (version: number) => Promise<unknown>;
  done: string;
};

/** A fact of an operator that is switched on or off, once that is confirmed. */
export function OperatorSwitch({ operator, label, hint, checked, ...props }: OperatorSwitchProps) {
  const described = useId();
  const ask = useConfirmedWrite({
    question: { kind: "edit", article: props.article, item: operator.nom },
    write: () => props.write(operator.version),
    done: props.done,
  });
  return (
    <>
      <Switch label={label} aria-describedby={described} checked={checked} onChange={ask} />
      <Text id={described} size="sm" c="dimmed" mt={4}>
        {hint}
      </Text>
    </>
  );
}
