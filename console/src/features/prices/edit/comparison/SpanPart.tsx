import { Stack, Text } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { asApiError } from "@/api/errors";
import { type Repricing, useStopRepricing } from "@/features/prices/repricing/api";
import { counted, formatDate, formatEuros, formatEurosChange } from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { Stale } from "@/kit/lists/Stale";
import { notifyError } from "@/ui/feedback/notify";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { Answers } from "@/ui/layout/Answers";
import { Advance } from "../../repricing/Advance";
import { type Group, Groups } from "../../repricing/Groups";
import { SpanFields } from "../../repricing/SpanFields";
import { Outcome } from "./Outcome";
import type { SpanComparison } from "./useSpanComparison";

/** How many gaps are shown, as many as of the last stays. */
const SHOWN_GAPS = 5;

/** Asks for two days, and shows how far their comparison has come, then what it found. */
export function SpanPart({ form, submit, repricing, isAsked }: SpanComparison) {
  const { errors, isSubmitting } = form.formState;
  // The form of the whole page is around these fields, and « Entrée » would save the tariff.
  const submitHere = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!isSubmitting) void submit();
  };
  return (
    <>
      <Stack gap="sm" onKeyDown={submitHere}>
        <SpanFields control={form.control} />
        <Answers justify="flex-start">
          <BusyButton variant="default" busy={isSubmitting} onClick={() => void submit()}>
            Comparer sur cette période
          </BusyButton>
        </Answers>
      </Stack>
      <FormError message={errors.root?.message} />
      {isAsked && (
        <QueryState query={repricing} loading={<Loading />}>
          {(found) => (
            <>
              {repricing.isRefetchError && <Stale />}
              <Found repricing={found} />
            </>
          )}
        </QueryState>
      )}
    </>
  );
}

const Loading = () => (
  <div aria-busy>
    <CardSkeleton lines={3} />
  </div>
);

function Found({ repricing }: { repricing: Repricing }) {
  const { statut, du, au, utilisations, autresNatures, totalNouveau, plusGrandsEcarts } = repricing;
  if (statut === "en_cours") return <Running repricing={repricing} />;
  if (statut !== "termine")
    return (
      <Text role="status">
        {statut === "echec"
          ? "La comparaison a échoué avant sa fin. Vous pouvez la demander de nouveau."
          : "La comparaison a été arrêtée."}
      </Text>
    );
  if (utilisations.nombre + autresNatures.nombre === 0)
    return (
      <Text role="status">
        Aucune utilisation terminée n'a commencé dans cette période avec ce tarif&nbsp;: il n'y a
        rien à comparer.
      </Text>
    );
  return (
    <Outcome
      compared={`${counted(utilisations.nombre, "utilisation")}, du ${formatDate(du)} au ${formatDate(au)}`}
      now={utilisations.somme}
      then={totalNouveau}
      gaps={plusGrandsEcarts.slice(0, SHOWN_GAPS)}
    >
      <Groups
        caption="Nombre d'utilisations qui auraient changé de prix"
        groups={groupsOf(repricing)}
        others={autresNatures}
      />
    </Outcome>
  );
}

const groupsOf = ({ insuffisants, tropPercus, identiques }: Repricing): Group[] => [
  {
    label: "Plus chères",
    hint: "Elles auraient coûté plus avec ces valeurs.",
    count: insuffisants.nombre,
    sum: formatEurosChange(insuffisants.somme),
  },
  {
    label: "Moins chères",
    hint: "Elles auraient coûté moins avec ces valeurs.",
    count: tropPercus.nombre,
    sum: formatEurosChange(-tropPercus.somme),
  },
  {
    label: "Inchangées",
    hint: "Leur prix aurait été le même\u00a0; la somme est ce qu'elles ont coûté.",
    count: identiques.nombre,
    sum: formatEuros(identiques.somme),
  },
];

function Running({ repricing: { id, progression, utilisations } }: { repricing: Repricing }) {
  const { mutateAsync, isPending } = useStopRepricing(id);
  const stop = () => mutateAsync().catch((error) => notifyError(asApiError(error).message));
  return (
    <Advance
      label="Avancement de la comparaison"
      words="Comparaison en cours"
      count={`${progression}\u00a0% · ${counted(utilisations.nombre, "utilisation")}`}
      percent={progression}
      hint="Elle s'arrête si vous changez une valeur du tarif ou quittez cette page."
      action={
        <BusyButton variant="default" size="xs" busy={isPending} onClick={stop}>
          Arrêter la comparaison
        </BusyButton>
      }
    />
  );
}
