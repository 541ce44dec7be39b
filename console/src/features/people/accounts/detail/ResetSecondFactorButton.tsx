import { Button } from "@mantine/core";
import { IconShieldX } from "@tabler/icons-react";
import type { Scope } from "@/data/scope";
import type { AccountDetails } from "@/entities/account/api";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { focusTitleAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { NBSP, personName } from "../wording";
import { useResetSecondFactor } from "./api";

type ResetSecondFactorButtonProps = { account: AccountDetails; scope: Scope };

/** Removes the second factors of a person who has lost them. */
export function ResetSecondFactorButton({ account, scope }: ResetSecondFactorButtonProps) {
  const { mutateAsync: reset } = useResetSecondFactor(account.id, scope);
  const ask = useConfirmedWrite({
    question: {
      title: "Double authentification",
      question: `Voulez-vous vraiment réinitialiser la double authentification de ${personName(account)}${NBSP}?`,
      consequences: [
        "Ses applications, ses clés d'accès et ses codes de secours ne serviront plus.",
        "Ses sessions seront fermées, et un e-mail le lui dira.",
      ],
      destroys: true,
    },
    write: reset,
    done: "La double authentification est réinitialisée.",
  });
  return (
    <Button
      ref={focusTitleAfterRemoval}
      variant="default"
      leftSection={<IconShieldX size={16} aria-hidden />}
      onClick={ask}
    >
      Réinitialiser la double authentification
    </Button>
  );
}
