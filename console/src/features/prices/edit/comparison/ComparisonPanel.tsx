import { Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useId, useState } from "react";
import type { Control } from "react-hook-form";
import type { Tariff } from "@/features/prices/api";
import { usePhone } from "@/ui/layout/usePhone";
import type { TariffForm } from "../../fields/tariffSchema";
import prices from "../../prices.module.css";
import { LAST, LastPart } from "./LastPart";
import { SpanPart } from "./SpanPart";
import { useDraft } from "./useDraft";
import { useSpanComparison } from "./useSpanComparison";

const DEBOUNCE_MS = 500;

type Stays = "last" | "span";

const STAYS: { value: Stays; label: string }[] = [
  { value: "last", label: `Les ${LAST} dernières utilisations` },
  { value: "span", label: "Une période" },
];

type ComparisonPanelProps = { control: Control<TariffForm>; tariff: Tariff };

/**
 * Compares what past stays cost with what they would have cost at the values being typed, before they are saved:
 * the last ones by itself, those of a span when asked.
 */
export function ComparisonPanel({ control, tariff }: ComparisonPanelProps) {
  const titleId = useId();
  const phone = usePhone();
  const [stays, setStays] = useState<Stays>("last");
  const draft = useDraft(control, tariff);
  const [settled] = useDebouncedValue(draft, DEBOUNCE_MS);
  const terms = draft.state === "changed" ? draft.terms : undefined;
  const span = useSpanComparison(tariff.id, stays === "span" ? terms : undefined);

  return (
    <Paper component="section" mt={20} p="md" bg="var(--selected)" aria-labelledby={titleId}>
      <Title order={3} id={titleId} size="h4" mb={4}>
        Comparer avant d'enregistrer
      </Title>
      {draft.state === "saved" ? (
        <Text>
          Changez un montant ou une durée&nbsp;: vous verrez ici ce que les dernières utilisations
          auraient coûté.
        </Text>
      ) : draft.state === "faulty" ? (
        <Text>La comparaison s'affichera dès que les valeurs saisies seront complètes.</Text>
      ) : (
        <Stack gap="sm">
          <SegmentedControl
            mr={phone ? 0 : "auto"}
            classNames={{ label: prices.kind }}
            aria-label="Utilisations à comparer"
            orientation={phone ? "vertical" : "horizontal"}
            fullWidth={phone}
            data={STAYS}
            value={stays}
            onChange={(chosen) => setStays(chosen as Stays)}
          />
          {stays === "span" ? (
            <SpanPart {...span} />
          ) : (
            <LastPart
              tariffId={tariff.id}
              terms={settled.state === "changed" ? settled.terms : undefined}
              typing={draft !== settled}
            />
          )}
        </Stack>
      )}
      <Text mt="xs" c="dimmed" fz={13}>
        Rien ne change pour le passé&nbsp;: les utilisations en cours ou terminées gardent leur
        prix.
      </Text>
    </Paper>
  );
}
