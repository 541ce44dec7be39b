import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Control } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { comparisonQuery } from "@/data/simulation";
import type { Tariff } from "@/data/tariffs";
import { CardSkeleton } from "@/ui/Skeletons";
import type { TariffForm } from "../../fields/tariffSchema";
import classes from "./comparison.module.css";
import { Outcome } from "./Outcome";
import { useDraft } from "./useDraft";

const DEBOUNCE_MS = 500;

type ComparisonPanelProps = { control: Control<TariffForm>; tariff: Tariff };

/**
 * Compares what the last stays cost with what they would have cost at the values being typed, before they are
 * saved.
 */
export function ComparisonPanel({ control, tariff }: ComparisonPanelProps) {
  const titleId = useId();
  const draft = useDraft(control, tariff);
  const [settled] = useDebouncedValue(draft, DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery(
    comparisonQuery(tariff.id, settled.state === "changed" ? settled.terms : undefined),
  );

  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        Comparer avant d'enregistrer
      </h3>
      {draft.state === "saved" ? (
        <p className={classes.text}>
          Changez un montant ou une durée&nbsp;: vous verrez ici ce que les dernières utilisations
          auraient coûté.
        </p>
      ) : draft.state === "faulty" ? (
        <p className={classes.text}>
          La comparaison s'affichera dès que les valeurs saisies seront complètes.
        </p>
      ) : draft !== settled || isFetching ? (
        <div aria-busy>
          <CardSkeleton lines={3} />
        </div>
      ) : error ? (
        <p className={classes.text} role="status">
          {asApiError(error).message}
        </p>
      ) : (
        data && <Outcome comparison={data} />
      )}
      <p className={classes.promise}>
        Rien ne change pour le passé&nbsp;: les utilisations en cours ou terminées gardent leur
        prix.
      </p>
    </section>
  );
}
