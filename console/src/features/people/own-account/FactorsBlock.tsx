import { Button } from "@mantine/core";
import { IconDeviceMobile, IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { formatDateDashed, formatLong } from "@/format/dates";
import { hasPasskeys } from "@/session/hasPasskeys";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { OwnFactor, OwnFactors } from "../factors/api";
import { type FactorChange, FactorModal } from "./FactorModal";
import classes from "./ownAccount.module.css";

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
        <div className={classes.buttons}>
          <AddButton label="Ajouter une application" onClick={() => setChange({ kind: "add" })} />
          {hasPasskeys() && (
            <AddButton
              label="Ajouter une clé d'accès"
              onClick={() => setChange({ kind: "passkey" })}
            />
          )}
        </div>
      }
    >
      <p className={classes.text}>
        {some
          ? "Un second moyen est demandé après votre mot de passe."
          : "Votre compte n'est protégé que par son mot de passe. Ajoutez un second moyen, qui sera demandé après lui."}
        {obligatoire && " Il est obligatoire pour votre compte."}
      </p>
      {some && (
        <>
          <ul className={classes.factors} aria-label="Moyens">
            {facteurs.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onChange={setChange} />
            ))}
          </ul>
          <div className={classes.recovery}>
            <div>
              <h3 className={classes.name}>Codes de secours</h3>
              <p className={classes.dates}>{`Il en reste ${codesSecours} sur 10.`}</p>
            </div>
            {codesSecours <= FEW && <StatusChip color="orange" label="À remplacer" />}
            <Button variant="default" onClick={() => setChange({ kind: "codes" })}>
              Nouveaux codes de secours
            </Button>
          </div>
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
  const Icon = moyen === "totp" ? IconDeviceMobile : IconKey;
  return (
    <li className={classes.factor}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <h3 className={classes.name}>{nom}</h3>
        <p className={classes.dates}>
          {`${MEANS[moyen]}, ajoutée le ${formatDateDashed(ajout)}`}
          {utilisation ? `, utilisée le ${formatLong(utilisation)}` : ", jamais utilisée"}
        </p>
      </div>
      <div className={classes.buttons}>
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
      </div>
    </li>
  );
}

const MEANS = { totp: "Application de codes", passkey: "Clé d'accès" };
