import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { contactsQuery } from "@/entities/contact/api";
import { formatPhone } from "@/format";
import { fold } from "@/format/fold";
import { useCan } from "@/session/rights";

/** Says to who may not report a breakdown who does, and the number of the technical on-call service, if there is one. */
export function WhoReports({ operatorId }: { operatorId: number }) {
  const reads = useCan("DROIT_EXPLOITANTS_LECTURE");
  const contacts = useQuery({ ...contactsQuery(operatorId), enabled: reads });
  const onCall = contacts.data?.find(
    ({ fonction, telephone }) => telephone && fold(fonction ?? "").includes("astreinte"),
  );
  return (
    <Text data-no-print>
      Prévenez un mainteneur ou un gestionnaire&nbsp;: ils signalent la panne.
      {reads && (
        <>
          {" "}
          <Link to="/mon-equipe">Mon équipe</Link>
        </>
      )}
      {onCall && (
        <>
          {" · "}
          {onCall.fonction}&nbsp;:{" "}
          <a href={`tel:${onCall.telephone.replace(/[^\d+]/g, "")}`}>
            {formatPhone(onCall.telephone)}
          </a>
        </>
      )}
    </Text>
  );
}
