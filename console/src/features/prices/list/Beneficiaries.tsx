import { Button } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "@/format";
import type { TariffWithLists } from "../api";
import classes from "./list.module.css";

/** The number of e-mails shown: a tariff may have thousands. */
const COLLAPSED_COUNT = 8;

export function Beneficiaries({ list }: { list: TariffWithLists["beneficiaires"] }) {
  const [all, setAll] = useState(false);
  const shown = all ? list : list.slice(0, COLLAPSED_COUNT);
  return (
    <>
      <ul
        className={classes.emails}
        data-all={all || undefined}
        tabIndex={all ? 0 : undefined}
        aria-label="Usagers autorisés"
      >
        {shown.map(({ id, email }) => (
          <li key={id}>{inWords(email)}</li>
        ))}
      </ul>
      {shown.length < list.length && (
        <Button variant="subtle" size="xs" className={classes.more} onClick={() => setAll(true)}>
          {`Afficher les ${formatCount(list.length)} usagers`}
        </Button>
      )}
    </>
  );
}

/** Displays `*@domaine.fr` as everybody at that domain. */
function inWords(email: string) {
  return email.startsWith("*@") ? (
    <>
      {email} <span className={classes.about}>toute l'entreprise</span>
    </>
  ) : (
    email
  );
}
