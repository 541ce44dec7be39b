import type { Operator } from "@/entities/operator/api";
import { Block } from "@/ui/layout/Block";
import { useSwitchSecondFactor } from "./api";
import { OperatorSwitch } from "./OperatorSwitch";

/** Asks the staff of an operator for a second factor, or stops asking. */
export function SecondFactorBlock({ operator }: { operator: Operator }) {
  const { mutateAsync: switchSecondFactor } = useSwitchSecondFactor(operator.id);
  const needed = operator.doubleAuthentification;
  return (
    <Block title="Connexion du personnel">
      <OperatorSwitch
        operator={operator}
        label="Double authentification obligatoire"
        hint="Qui n'en a pas l'ajoute à sa prochaine connexion, après son mot de passe."
        checked={needed}
        article="la double authentification de"
        write={switchSecondFactor}
        done={
          needed
            ? "La double authentification n'est plus obligatoire."
            : "La double authentification est obligatoire."
        }
      />
    </Block>
  );
}
