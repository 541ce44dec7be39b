import { Group, Text } from "@mantine/core";
import { IconFileSpreadsheet, IconFileText, IconFileTypePdf, IconTable } from "@tabler/icons-react";
import { type ComponentType, useId } from "react";
import { asApiError } from "@/api/errors";
import { notifyError } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { download } from "@/ui/form/download";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import { type Statement, type StatementFile, useStatementFile } from "../api";
import classes from "./month.module.css";

type IconProps = { size: number; stroke: number; "aria-hidden": true };

const FILES: readonly {
  file: StatementFile;
  label: string;
  about: string;
  icon: ComponentType<IconProps>;
}[] = [
  {
    file: "pdf",
    label: "Télécharger le PDF",
    about: "La reddition du mois, à imprimer ou à joindre.",
    icon: IconFileTypePdf,
  },
  {
    file: "csv",
    label: "Télécharger le CSV",
    about: "Une ligne par chiffre, pour un tableur.",
    icon: IconFileSpreadsheet,
  },
  {
    file: "xlsx",
    label: "Télécharger l'Excel (XLSX)",
    about: "Les mêmes lignes, avec des nombres et des dates.",
    icon: IconTable,
  },
  {
    file: "fec",
    label: "Télécharger le FEC",
    about: "Les écritures comptables dans les 18 colonnes de l'article A47 A-1 du LPF.",
    icon: IconFileText,
  },
];

/** The files of a month. */
export function Files({ statement }: { statement: Statement }) {
  return (
    <Block title="Fichiers">
      <PlainList gap="sm">
        {FILES.map((one) => (
          <FileItem key={one.file} {...one} statement={statement} />
        ))}
      </PlainList>
    </Block>
  );
}

type FileItemProps = (typeof FILES)[number] & { statement: Statement };

function FileItem({ file, label, about, icon: Icon, statement }: FileItemProps) {
  const { exploitant, mois, etat } = statement;
  const { mutateAsync: load, isPending } = useStatementFile(exploitant, mois, file);
  const hint = useId();
  // The entries of an open month are not final: its journal would have to be imported again.
  const waits = file === "fec" && etat !== "cloture";
  const save = () =>
    load().then(
      (content) => download(content, nameOf(file, statement)),
      (error: unknown) => notifyError(asApiError(error).message),
    );
  return (
    <Group component="li" gap="0.375rem 1rem" className={classes.file} data-no-print>
      <BusyButton
        variant="default"
        busy={isPending}
        disabled={waits}
        aria-describedby={hint}
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        onClick={save}
      >
        {label}
      </BusyButton>
      <Text c="dimmed" fz={13} flex="1 1 16rem" id={hint}>
        {about}
        {waits && " Disponible une fois le mois clôturé."}
      </Text>
    </Group>
  );
}

/** « reddition-2026-10.pdf »; a FEC is named by the SIREN and the last day of the month, as its format requires. */
function nameOf(file: StatementFile, { siret, mois }: Statement): string {
  if (file !== "fec") return `reddition-${mois}.${file}`;
  const [year = 0, month = 0] = mois.split("-").map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return `${siret.slice(0, 9)}FEC${last.replaceAll("-", "")}.txt`;
}
