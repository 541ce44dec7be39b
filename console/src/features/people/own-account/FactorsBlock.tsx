import { Button, Group, Text } from "@mantine/core";
import { IconDeviceMobile, IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { formatDate, formatLong } from "@/format/dates";
import { hasPasskeys } from "@/session/hasPasskeys";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { Entry, EntryList } from "../entries/Entry";
import type { OwnFactor, OwnFactors } from "../factors/api";
import { type FactorChange, FactorModal } from "./FactorModal";

const FEW = 3;

/** The second factors of the caller, and what can be changed of them. */
export function FactorsBlock({ own }: { own: OwnFactors }) {
  const [change, setChange] = useState<FactorChange>();
  const { facteurs, codesSecours, obligatoire } = own;
  const some = facteurs.length > 0;
  return (
    <Block
      title="Double authentification"
      action={
        <Group gap="xs">
          <AddButton label="Ajouter une application" onClick={() => setChange({ kind: "add" })} />
          {hasPasskeys() && (
            <AddButton
              label="Ajouter une clé d'accès"
              onClick={() => setChange({ kind: "passkey" })}
            />
          )}
        </Group>
      }
    >
      <Text>
        {some
          ? "Un second moyen est demandé après votre mot de passe."
          : "Votre compte n'est protégé que par son mot de passe. Ajoutez un second moyen, qui sera demandé après lui."}
        {obligatoire && " Il est obligatoire pour votre compte."}
      </Text>
      {some && (
        <>
          <EntryList label="Moyens">
            {facteurs.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onChange={setChange} />
            ))}
          </EntryList>
          <Entry name="Codes de secours" facts={[`Il en reste ${codesSecours} sur 10.`]}>
            {codesSecours <= FEW && <StatusChip color="orange" label="À remplacer" />}
            <Button variant="default" onClick={() => setChange({ kind: "codes" })}>
              Nouveaux codes de secours
            </Button>
          </Entry>
        </>
      )}
      {change && <FactorModal change={change} onClose={() => setChange(undefined)} />}
    </Block>
  );
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    {label}
  </Button>
);

type FactorRowProps = { factor: OwnFactor; onChange: (change: FactorChange) => void };

function FactorRow({ factor, onChange }: FactorRowProps) {
  const { nom, moyen, ajout, utilisation } = factor;
  const used = utilisation ? `utilisée le ${formatLong(utilisation)}` : "jamais utilisée";
  return (
    <Entry
      icon={moyen === "totp" ? IconDeviceMobile : IconKey}
      name={nom}
      facts={[`${MEANS[moyen]}, ajoutée le ${formatDate(ajout)}, ${used}`]}
    >
      <Group gap="xs">
        <Button
          variant="subtle"
          aria-label={`Renommer ${nom}`}
          onClick={() => onChange({ kind: "rename", factor })}
        >
          Renommer
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={`Retirer ${nom}`}
          onClick={() => onChange({ kind: "remove", factor })}
        >
          Retirer
        </Button>
      </Group>
    </Entry>
  );
}

const MEANS = { totp: "Application de codes", passkey: "Clé d'accès" };
