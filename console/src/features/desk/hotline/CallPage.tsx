import { IconPhoneCall } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { asApiError } from "@/api/errors";
import { personName } from "@/entities/account/names";
import { QueryError } from "@/kit/lists/QueryState";
import { Stale } from "@/kit/lists/Stale";
import { RecordSkeleton } from "@/kit/records/RecordPage";
import { ForOperator } from "@/kit/routing/ForOperator";
import { usePageSearch } from "@/kit/routing/pageSearch";
import type { ChosenOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PrintButton } from "@/ui/layout/PrintButton";
import { usePhone } from "@/ui/layout/usePhone";
import { type Call, callQuery } from "./api";
import { callSearch } from "./callSearch";
import { CallView, type PaymentDialog } from "./page/CallView";
import { callOptions, placeName } from "./search/options";
import { SearchField } from "./search/SearchField";

export const TITLE = "Récit d'appel";

type CallPageProps = { paymentDialog: PaymentDialog };

/** The page for whoever answers the telephone: a search, then all that concerns the person and the locker. */
export function CallPage({ paymentDialog }: CallPageProps) {
  return (
    <ForOperator
      title={TITLE}
      hint="Ses usagers et ses casiers se chercheront ici dès qu'un exploitant vous sera ouvert."
    >
      {(operator) => <OperatorCall operator={operator} paymentDialog={paymentDialog} />}
    </ForOperator>
  );
}

function OperatorCall({ operator, paymentDialog }: CallPageProps & { operator: ChosenOperator }) {
  const { recherche = "", usager, casier } = usePageSearch(callSearch).search;
  const navigate = useNavigate();
  const phone = usePhone();
  const isAboutSomeone = usager !== undefined || casier !== undefined;
  const call = useQuery({
    ...callQuery(operator.id, { usager, casier }),
    enabled: isAboutSomeone,
  });
  const shown = isAboutSomeone ? call.data : undefined;

  const search = (text: string) =>
    void navigate({
      to: "/recit",
      search: { usager, casier, recherche: text || undefined },
      replace: true,
    });

  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle={operator.nom}
        // On a phone the acts count, and its browser prints by its menu.
        action={shown && !phone && <PrintButton />}
      />
      <SearchField
        // Each call begins with its own results.
        key={`${usager}:${casier}`}
        operatorId={operator.id}
        label="Chercher une personne, un casier, une station ou un paiement"
        query={recherche}
        onQuery={search}
        optionsOf={(found) =>
          callOptions(found, {
            about: { usager, casier },
            usager: shown?.usager ? personName(shown.usager) : undefined,
            casier: shown?.casier ? placeName(shown.casier) : undefined,
          })
        }
        opened={!isAboutSomeone}
        floating={isAboutSomeone}
        autoFocus={!isAboutSomeone}
      />
      {isAboutSomeone ? (
        <Shown call={call} operatorId={operator.id} paymentDialog={paymentDialog} />
      ) : (
        recherche.length === 0 && <Invitation />
      )}
    </>
  );
}

type ShownProps = CallPageProps & { call: UseQueryResult<Call>; operatorId: number };

function Shown({ call, operatorId, paymentDialog }: ShownProps) {
  if (call.isLoadingError) {
    return asApiError(call.error).status === 404 ? (
      <EmptyState
        icon={<IconPhoneCall />}
        title="Cette personne ou ce casier n'est pas de cet exploitant, ou n'existe plus."
        hint="Cherchez par une autre information."
      />
    ) : (
      <QueryError query={call} />
    );
  }
  if (!call.data) return <RecordSkeleton />;
  return (
    <>
      {call.isRefetchError && <Stale />}
      <CallView call={call.data} operatorId={operatorId} paymentDialog={paymentDialog} />
    </>
  );
}

function Invitation() {
  const people = useCan("DROIT_USER_HOTLINE_LECTURE");
  return (
    <EmptyState
      icon={<IconPhoneCall />}
      title={people ? "Qui appelle\u00a0?" : "Quel casier\u00a0?"}
      hint={
        people
          ? "Saisissez son numéro de téléphone, son nom ou son e-mail, ou le code écrit sur la porte\u00a0: «\u00a0A12\u00a0», «\u00a0gare A12\u00a0»."
          : "Saisissez le code écrit sur la porte\u00a0: «\u00a0A12\u00a0», «\u00a0gare A12\u00a0»."
      }
    />
  );
}
