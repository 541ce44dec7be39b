/**
 * The fields of a tariff, for the page that creates one and the page that changes one:
 *
 *   const { form } = useRecordForm({
 *     schema: tariffSchema,
 *     values: newTariff,                 // or toForm(tariff)
 *     write: (values) => save(toWire(values)),
 *   });
 *   <NameFields control={form.control} /> <TariffFields control={form.control} />
 */
import { Input, Paper, SegmentedControl, Text } from "@mantine/core";
import { type PropsWithChildren, useId } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { FieldPairs } from "@/ui/form/FieldPairs";
import { TextField } from "@/ui/form/fields";
import { SelectField, SwitchField } from "@/ui/form/moreFields";
import prices from "../prices.module.css";
import classes from "./fields.module.css";
import {
  fieldsInUse,
  isSubscription,
  isTyped,
  STAY_UNITS,
  type TariffForm,
  TERM_UNITS,
} from "./tariffSchema";
import { CountField, UnitField } from "./UnitField";

type FieldsProps = { control: Control<TariffForm> };

export function NameFields({ control }: FieldsProps) {
  return (
    <FieldGroup
      title="Libellés"
      about={"Le premier sert à vous y retrouver, le second est lu par les usagers."}
    >
      <TextField
        control={control}
        name="libelleAdmin"
        label="Libellé administrateur"
        required
        autoComplete="off"
      />
      <TextField
        control={control}
        name="libelleUtilisateur"
        label="Nom public"
        required
        autoComplete="off"
      />
    </FieldGroup>
  );
}

const SCOPES = [
  { value: "stay", label: "Toute l'utilisation" },
  { value: "day", label: "Chaque période de 24 heures" },
  { value: "hours", label: "Chaque période d'une autre durée" },
];

const perUnit = (units: readonly string[]) =>
  units.map((unit) => ({ value: unit, label: `€ / ${unit}` }));
const NO_UNIT = { value: "", label: "Unité…" };
const STAY_COSTS = perUnit(STAY_UNITS);
const TERM_COSTS = perUnit(TERM_UNITS);
const LIMITS = [NO_UNIT, { value: "heure", label: "heures" }, { value: "jour", label: "jours" }];
const FREE = [{ value: "minute", label: "minutes" }, ...LIMITS.slice(1)];

/** The price fields, as the tariff's type requires them. */
export function TariffFields({ control }: FieldsProps) {
  const [
    typeTarif,
    montantPlafond,
    ceilingScope,
    nombreMinutesGratuites,
    nombreMinutesAvantDepassement,
  ] = useWatch({
    control,
    name: [
      "typeTarif",
      "montantPlafond",
      "ceilingScope",
      "nombreMinutesGratuites",
      "nombreMinutesAvantDepassement",
    ],
  });
  const shown = fieldsInUse({
    typeTarif,
    montantPlafond,
    ceilingScope,
    nombreMinutesGratuites,
    nombreMinutesAvantDepassement,
  });

  return (
    <>
      <FieldGroup
        title="Prix"
        about={
          isSubscription(typeTarif)
            ? "L'abonné paie son abonnement, et rien de plus jusqu'au dépassement."
            : "Toute unité commencée est due."
        }
      >
        <KindField control={control} />
        <UnitField
          control={control}
          name="montant"
          label="Montant"
          required
          unit={{
            name: "typeTarif",
            label: "Unité du montant",
            options: isSubscription(typeTarif) ? TERM_COSTS : STAY_COSTS,
          }}
        />
        <CountField
          control={control}
          name="montantPromo"
          label="Montant promotionnel"
          hint="Renseigné, il remplace le montant."
          unit={`€ / ${typeTarif}`}
        />
        {shown.ceiling && (
          <CountField
            control={control}
            name="montantPlafond"
            label="Plafond"
            hint="Le prix avant dépassement ne va jamais au-delà."
            unit="€"
          />
        )}
        <Missing typeTarif={typeTarif} ceiling={montantPlafond} free={nombreMinutesGratuites} />
        {shown.window && (
          <SelectField
            control={control}
            name="ceilingScope"
            label="Le plafond vaut pour"
            data={SCOPES}
          />
        )}
        {shown.windowHours && (
          <CountField
            control={control}
            name="nombreMinutesPlafond"
            label="Durée de la période du plafond"
            required
            unit="heures"
          />
        )}
      </FieldGroup>

      {shown.free && (
        <FieldGroup
          title="Gratuité"
          about="Une utilisation qui ne dépasse pas la durée gratuite ne coûte rien."
        >
          <UnitField
            control={control}
            name="nombreMinutesGratuites"
            label="Durée gratuite"
            unit={{ name: "freeUnit", label: "Unité de la durée gratuite", options: FREE }}
          />
          {shown.franchise && (
            <div data-wide>
              <SwitchField
                control={control}
                name="franchise"
                label="Franchise"
                hint={
                  "Avec la franchise, la durée gratuite est aussi déduite des utilisations plus longues. Sans elle, une utilisation plus longue est facturée dès sa première minute."
                }
              />
            </div>
          )}
        </FieldGroup>
      )}

      {!shown.free && (
        <FieldGroup
          title="Ce qu'il ouvre"
          about="Au-delà de ce nombre, l'utilisation suivante est facturée par une autre condition tarifaire."
        >
          <CountField
            control={control}
            name="nombreMaxOccupations"
            label="Utilisations à la fois"
            unit="au plus"
          />
          <div data-wide>
            <SwitchField
              control={control}
              name="placeAttribuee"
              label="Casier attribué"
              hint={
                "Un casier peut être attribué à chaque abonné\u00a0: lui seul peut y commencer une utilisation."
              }
            />
          </div>
        </FieldGroup>
      )}

      <FieldGroup
        title="Dépassement"
        about="Passé ce temps, l'utilisation est signalée et ce coût s'ajoute au prix."
      >
        <UnitField
          control={control}
          name="nombreMinutesAvantDepassement"
          label="Temps limite avant dépassement"
          unit={{
            name: "overrunAfterUnit",
            label: "Unité du temps limite avant dépassement",
            options: LIMITS,
          }}
        />
        <UnitField
          control={control}
          name="montantDepassement"
          label="Coût en cas de dépassement"
          unit={{
            name: "uniteDureeDepassement",
            label: "Unité du coût en cas de dépassement",
            options: [NO_UNIT, ...STAY_COSTS],
          }}
        />
        {shown.reminder && (
          <CountField
            control={control}
            name="rappelMinutes"
            label="Rappel avant dépassement"
            hint="L'usager est averti par e-mail, autant de minutes avant la limite."
            unit="minutes"
          />
        )}
      </FieldGroup>

      <FieldGroup
        title="Enlèvement"
        about="Passé ce temps, le prix n'augmente plus et ce coût est dû, une seule fois."
      >
        <UnitField
          control={control}
          name="nombreMinutesAvantEnlevement"
          label="Temps limite avant enlèvement"
          unit={{
            name: "removalAfterUnit",
            label: "Unité du temps limite avant enlèvement",
            options: LIMITS,
          }}
        />
        <CountField
          control={control}
          name="montantEnlevement"
          label="Coût de l'enlèvement"
          unit="€"
        />
      </FieldGroup>
    </>
  );
}

/** Chooses « Tarif horaire » or « Abonnement »; each has its own units and starts with the first. */
function KindField({ control }: FieldsProps) {
  const id = useId();
  const { field } = useController({ control, name: "typeTarif" });
  return (
    <Input.Wrapper label="Type de tarif" labelElement="div" labelProps={{ id }} withAsterisk>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        classNames={{ label: prices.kind }}
        value={isSubscription(field.value) ? "term" : "stay"}
        onChange={(kind) => field.onChange(kind === "term" ? TERM_UNITS[0] : STAY_UNITS[0])}
        data={[
          { value: "stay", label: "Tarif horaire" },
          { value: "term", label: "Abonnement" },
        ]}
      />
    </Input.Wrapper>
  );
}

type MissingProps = { typeTarif: TariffForm["typeTarif"]; ceiling: string; free: string };

/** Says which fields the unit of the amount does not have, and that what was typed there is not saved. */
function Missing({ typeTarif, ceiling, free }: MissingProps) {
  if (typeTarif === "heure") return null;
  const term = isSubscription(typeTarif);
  const lost = [
    ...(isTyped(ceiling) ? ["plafond"] : []),
    ...(term && isTyped(free) ? ["durée gratuite"] : []),
  ];
  return (
    <Paper px="sm" py="xs" fz={13} bg="var(--selected)" role="status" data-wide>
      {term
        ? "Un abonnement n'a ni plafond ni durée gratuite\u00a0: rien n'est dû avant le dépassement."
        : "Un prix à la journée n'a pas de plafond\u00a0: le plafond limite le prix de plusieurs heures."}
      {lost.length > 0 &&
        ` Ce que vous y aviez saisi (${lost.join(", ")}) ne sera pas enregistré, et revient si vous repassez à l'heure.`}
    </Paper>
  );
}

type FieldGroupProps = PropsWithChildren<{ title: string; about: string }>;

/** A group of fields, with an explanation beside them. */
function FieldGroup({ title, about, children }: FieldGroupProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a grid.
    <div role="group" aria-labelledby={id} className={classes.group}>
      <div>
        <Text id={id} fw={600}>
          {title}
        </Text>
        <Text c="dimmed" fz={13} mt={4}>
          {about}
        </Text>
      </div>
      <FieldPairs>{children}</FieldPairs>
    </div>
  );
}
