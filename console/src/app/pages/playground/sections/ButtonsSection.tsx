import { Button } from "@mantine/core";
import { useState } from "react";
import { BusyButton } from "@/ui/form/BusyButton";
import { State } from "../Section";
import { wait } from "../wait";

export function ButtonsSection() {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await wait(2000);
    setBusy(false);
  };
  return (
    <>
      <State name="Rôles" row>
        <Button>Action principale</Button>
        <Button variant="default">Action seconde</Button>
        <Button variant="light">Action légère</Button>
        <Button variant="subtle">Action discrète</Button>
        <Button color="red">Suppression</Button>
        <Button disabled>Indisponible</Button>
      </State>
      <State name="Écriture en cours" row>
        <BusyButton busy={busy} onClick={run}>
          Lancer une écriture
        </BusyButton>
        <BusyButton busy>Enregistrer</BusyButton>
      </State>
    </>
  );
}
