import { Group, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import { notifyError } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { download } from "@/ui/form/download";
import { Block } from "@/ui/layout/Block";
import { type StatementMonth, statementMonthsQuery, useYearFEC } from "../api";

/** The last closed month of each year that has one, latest first. */
const closedYears = ({ mois }: { mois: StatementMonth[] }): string[] => {
  const closed = mois.filter(({ etat }) => etat === "cloture").map((month) => month.mois);
  return closed.filter((month, i) => closed[i - 1]?.slice(0, 4) !== month.slice(0, 4));
};

/** The accounting entries of each year, once a month of it is closed. */
export function Years({ operatorId }: { operatorId: number }) {
  const years = useQuery({ ...statementMonthsQuery(operatorId), select: closedYears });
  if (!years.data?.length) return null;
  return (
    <Block title="Fichier des écritures comptables (FEC) de l'année">
      <Text maw="72ch" mb="md">
        Les mois clôturés de l'année, une écriture par jour et par nature d'événement.
      </Text>
      <Group>
        {years.data.map((month) => (
          <YearButton key={month} operatorId={operatorId} month={month} />
        ))}
      </Group>
    </Block>
  );
}

/** The year of a closed month, which names the seller of the file. */
function YearButton({ operatorId, month }: { operatorId: number; month: string }) {
  const year = month.slice(0, 4);
  const { mutateAsync: load, isPending } = useYearFEC(operatorId, month);
  return (
    <BusyButton
      variant="default"
      busy={isPending}
      leftSection={<IconFileText size={18} stroke={1.75} aria-hidden />}
      onClick={() =>
        load().then(
          ({ content, siret }) => download(content, `${siret.slice(0, 9)}FEC${year}1231.txt`),
          (error: unknown) => notifyError(asApiError(error).message),
        )
      }
    >
      {`Télécharger le FEC de ${year}`}
    </BusyButton>
  );
}
