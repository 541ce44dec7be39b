import { Button } from "@mantine/core";
import { IconBan, IconUserCheck } from "@tabler/icons-react";
import { readBanEffect } from "@/entities/effect/api";
import { endsInWords } from "@/entities/effect/words";
import { formatCount } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { type AccountDetails, useSwitchAccount } from "./api";
import { ofName, personName } from "./names";

/** Says that a ban ends no stay. Each stay in progress has one payment that runs. */
function openStays({ utilisateurPaiement }: AccountDetails): string[] {
  const open = utilisateurPaiement.nombrePaiementEnCours;
  if (open === 0) return [];
  return [
    open === 1
      ? "1\u00a0utilisation en cours\u00a0: son casier reste occupé."
      : `${formatCount(open)}\u00a0utilisations en cours\u00a0: leurs casiers restent occupés.`,
  ];
}

/** Bans the account, or reinstates it, after a confirmation. */
export function SwitchAccountButton({ account }: { account: AccountDetails }) {
  const { mutateAsync: switchAccount } = useSwitchAccount(account.id);
  const name = personName(account);

  const ban = useConfirmedWrite({
    question: async () => ({
      title: "Bannissement",
      question: `Voulez-vous vraiment bannir ${name}\u00a0?`,
      consequences: [
        "Son compte ne permet plus de se connecter ni de commencer une utilisation.",
        "Ses sessions en cours se ferment aussitôt.",
        // At its address is another account, of which nothing changes.
        ...(account.nonConfirme ? [] : ["Un e-mail l'en avertit."]),
        ...openStays(account),
        ...endsInWords(await readBanEffect(account.id)),
      ],
      destroys: true,
    }),
    write: () => switchAccount(account.version),
    done: `Le compte ${ofName(name)} est banni.`,
  });
  const reinstate = useConfirmedWrite({
    question: {
      title: "Réactivation",
      question: `Voulez-vous vraiment réactiver le compte ${ofName(name)}\u00a0?`,
      consequences: ["Son compte permet de nouveau de se connecter."],
    },
    write: () => switchAccount(account.version),
    done: `Le compte ${ofName(name)} est réactivé.`,
  });

  return account.actif ? (
    <Button variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={ban}>
      Bannir
    </Button>
  ) : (
    <Button
      variant="default"
      leftSection={<IconUserCheck size={16} aria-hidden />}
      onClick={reinstate}
    >
      Réactiver
    </Button>
  );
}
