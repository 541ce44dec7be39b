import { Anchor } from "@mantine/core";
import { formatPhone } from "@/format";
import { mailto } from "@/format/mailto";
import type { Column } from "@/ui/table/Table";
import classes from "../operators.module.css";

type Reachable = { nom: string; prenom: string; telephone: string; email: string };

export const nameOf = ({ prenom, nom }: Reachable) => [prenom, nom].filter(Boolean).join(" ");

/** A telephone or e-mail link, which starts a call or a mail. */
export const reachColumns: Column<Reachable>[] = [
  {
    key: "telephone",
    header: "Téléphone",
    render: ({ telephone }) =>
      telephone ? (
        <Anchor
          href={`tel:${telephone.replaceAll(/\s/g, "")}`}
          lineClamp={1}
          w="fit-content"
          className={classes.link}
          data-figures
          title={formatPhone(telephone)}
        >
          {formatPhone(telephone)}
        </Anchor>
      ) : (
        "–"
      ),
  },
  {
    key: "email",
    header: "Email",
    render: ({ email }) =>
      email ? (
        <Anchor
          href={mailto(email)}
          lineClamp={1}
          w="fit-content"
          className={classes.link}
          title={email}
        >
          {email}
        </Anchor>
      ) : (
        "–"
      ),
  },
];
