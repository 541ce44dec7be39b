import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "@/format";
import { PlainList } from "@/ui/layout/PlainList";
import type { TariffWithLists } from "../api";
import classes from "./list.module.css";

/** The number of e-mails shown: a tariff may have thousands. */
const COLLAPSED_COUNT = 8;

export function Beneficiaries({ list }: { list: TariffWithLists["beneficiaires"] }) {
  const [all, setAll] = useState(false);
  const shown = all ? list : list.slice(0, COLLAPSED_COUNT);
  return (
    <>
      <PlainList
        gap={4}
        className={classes.emails}
        data-all={all || undefined}
        tabIndex={all ? 0 : undefined}
        aria-label="Usagers autorisés"
      >
        {shown.map(({ id, email }) => (
          <li key={id}>{inWords(email)}</li>
        ))}
      </PlainList>
      {shown.length < list.length && (
        <Button variant="subtle" size="xs" mt={4} ml={-10} onClick={() => setAll(true)}>
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
      {email}{" "}
      <Text span c="dimmed">
        toute l'entreprise
      </Text>
    </>
  ) : (
    email
  );
}
