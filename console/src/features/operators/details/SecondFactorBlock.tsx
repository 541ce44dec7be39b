import { Switch, Text } from "@mantine/core";
import { useId } from "react";
import type { Operator } from "@/data/operators";
import { useSwitchSecondFactor } from "@/data/writes/operators";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { Block } from "@/ui/Block";

/** Asks the staff of an operator for a second factor, or stops asking. */
export function SecondFactorBlock({ operator }: { operator: Operator }) {
  const hint = useId();
  const { mutateAsync: switchSecondFactor } = useSwitchSecondFactor(operator.id);
  const needed = operator.doubleAuthentification;

  const ask = useConfirmedWrite({
    question: { kind: "edit", article: "la double authentification de", item: operator.nom },
    write: () => switchSecondFactor(operator.version),
    done: needed
      ? "La double authentification n'est plus obligatoire."
      : "La double authentification est obligatoire.",
  });

  return (
    <Block title="Connexion du personnel">
      <Switch
        label="Double authentification obligatoire"
        aria-describedby={hint}
        checked={needed}
        onChange={ask}
      />
      <Text id={hint} size="sm" c="dimmed" mt={4}>
        Qui n'en a pas l'ajoute à sa prochaine connexion, après son mot de passe.
      </Text>
    </Block>
  );
}
