import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatDate } from "@/format/dates";
import { formatCount } from "@/format/numbers";
import { QueryState } from "@/kit/lists/QueryState";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { CopyButton } from "@/ui/form/CopyButton";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { PrintButton } from "@/ui/layout/PrintButton";
import { type Attestation, attestationQuery } from "./api";
import classes from "./attestation.module.css";

/** The attestation of compliance of the chosen operator, to print and to have signed by the publisher. */
export function AttestationPage() {
  return (
    <OperatorFormPage
      title="Attestation de conformité"
      hint="L'attestation apparaîtra ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id }) => <AttestationOf operatorId={id} />}
    </OperatorFormPage>
  );
}

function AttestationOf({ operatorId }: { operatorId: number }) {
  return (
    <QueryState query={useQuery(attestationQuery(operatorId))} rows={8}>
      {(attestation) => <Words attestation={attestation} />}
    </QueryState>
  );
}

/** Who does not publish has an address that only whoever is given it can read. */
function SealsAddress({ address }: { address: string }) {
  return (
    <>
      <Group gap="xs">
        <code>{address}</code>
        <CopyButton text={address} label="Copier" done="Adresse copiée" />
      </Group>
      {address.includes("?jeton=") && (
        <Text size="xs" c="dimmed" mt={4}>
          L'exploitant ne publie pas ses données&nbsp;: ce lien seul ouvre ses sceaux. Donnez-le à
          qui doit les lire.
        </Text>
      )}
    </>
  );
}

function Words({ attestation }: { attestation: Attestation }) {
  const { raisonSociale, siret, version, ecritures, scellees, empreinte, cle, adresseSceaux } =
    attestation;
  const span =
    scellees > 0
      ? `Du ${formatDate(attestation.premierJour)} au ${formatDate(attestation.dernierJour)}`
      : "Aucun jour n'est encore scellé";
  return (
    <>
      <Block title="Article 286, I, 3° bis du code général des impôts" action={<PrintButton />}>
        <Text inherit maw="72ch" mb="md">
          L'éditeur soussigné atteste que le logiciel Consigne, version {version}, dont se sert{" "}
          {raisonSociale} pour enregistrer les règlements de ses clients, satisfait aux conditions
          d'inaltérabilité, de sécurisation, de conservation et d'archivage des données que cet
          article prévoit. Ce qui est exigible, encaissé, annulé ou remboursé s'inscrit dans un
          registre dont chaque écriture contient l'empreinte de la précédente, et dont chaque jour
          est scellé par une signature.
        </Text>
        <Facts
          roomy
          items={[
            { label: "Exploitant", value: raisonSociale, wide: true },
            { label: "SIRET", value: siret || "–" },
            { label: "Version du logiciel", value: version },
            { label: "Écritures à ce jour", value: formatCount(ecritures) },
            { label: "Écritures scellées", value: formatCount(scellees) },
            { label: "Jours scellés", value: span },
            {
              label: "Empreinte de la dernière écriture scellée (SHA-256)",
              value: <code>{empreinte || "–"}</code>,
              wide: true,
            },
            {
              label: "Clé publique des sceaux (Ed25519)",
              value: <code>{cle}</code>,
              wide: true,
            },
            {
              label: "Adresse des sceaux",
              value: <SealsAddress address={adresseSceaux} />,
              wide: true,
            },
          ]}
        />
      </Block>
      <Block title="Signature de l'éditeur">
        <div className={classes.signature}>
          <Facts
            items={[
              { label: "Nom et qualité du signataire", value: <span className={classes.blank} /> },
              { label: "Fait à", value: <span className={classes.blank} /> },
              { label: "Le", value: <span className={classes.blank} /> },
              { label: "Signature", value: <span className={classes.blank} /> },
            ]}
          />
        </div>
      </Block>
    </>
  );
}
