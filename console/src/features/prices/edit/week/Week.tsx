import { Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { type CSSProperties, useId } from "react";
import { LOCKER_TYPE_WORDS } from "@/entities/locker/types";
import { formatCount, formatDate, plural, WEEKDAYS } from "@/format";
import { PlainList } from "@/ui/layout/PlainList";
import { usePhone } from "@/ui/layout/usePhone";
import type { LockersWeek } from "../api";
import { dateOf, hoursOf, minuteOf, NONE, nameOf, type Slot, winnersOf } from "./week";
import classes from "./week.module.css";

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];
const MINUTES_OF_A_DAY = 1440;
/** A shorter slot has no room for its hours below its name. */
const TALL = 150;
/** A shorter slot has no room for any word. */
const SHORT = 60;
/** The names of lockers that are listed. */
const NAMED = 12;

type WeekProps = { monday: string; groups: readonly LockersWeek[]; tariffId: number };

/** The week of a station: a part for the lockers of each type that have the same tariffs. */
export function Week({ monday, groups, tariffId }: WeekProps) {
  if (groups.length === 0) return <Text c="dimmed">Cette station n'a pas de casier.</Text>;
  // The lockers that have this tariff come first: they are what the page is about.
  const wins = ({ jours }: LockersWeek) => jours.flat().some(({ tarif }) => tarif?.id === tariffId);
  const sorted = [...groups].sort((a, b) => Number(wins(b)) - Number(wins(a)));
  return sorted.map((group) => (
    <Group
      key={group.casiers[0]?.id}
      monday={monday}
      group={group}
      tariffId={tariffId}
      alone={groups.filter(({ type }) => type.id === group.type.id).length === 1}
    />
  ));
}

type GroupProps = {
  monday: string;
  group: LockersWeek;
  tariffId: number;
  /** All lockers of the type have the same tariffs: their names say nothing. */
  alone: boolean;
};

function Group({ monday, group: { type, casiers, jours }, tariffId, alone }: GroupProps) {
  const id = useId();
  const phone = usePhone();
  const winners = winnersOf(jours);
  const toneOf = ({ tarif }: Slot) =>
    tarif ? winners.filter(Boolean).findIndex((winner) => winner?.id === tarif.id) % 5 : "none";
  const title = LOCKER_TYPE_WORDS[type.id as keyof typeof LOCKER_TYPE_WORDS] ?? type.nom;
  const more = casiers.length - NAMED;
  const shared = { days: jours, monday, tariffId, toneOf };
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Title order={3} id={id} mb={4} className={classes.name}>
        {title} <span>({formatCount(casiers.length)})</span>
      </Title>
      {!alone && (
        <Text c="dimmed">
          {casiers
            .slice(0, NAMED)
            .map(({ nom }) => nom)
            .join(", ")}
          {more > 0 && ` et ${formatCount(more)} ${plural(more, "autre")}`}
        </Text>
      )}
      {phone ? (
        <DayList {...shared} />
      ) : (
        <>
          <Grid {...shared} />
          <VisuallyHidden>
            <SlotTable {...shared} caption={`${title}\u00a0: le tarif selon le jour et l'heure`} />
          </VisuallyHidden>
        </>
      )}
    </section>
  );
}

type DaysProps = {
  days: LockersWeek["jours"];
  monday: string;
  tariffId: number;
  toneOf: (slot: Slot) => number | "none";
};

/** Seven columns of 24 hours; what it shows is in the table beside it too. */
function Grid({ days, monday, tariffId, toneOf }: DaysProps) {
  return (
    <div className={classes.grid} aria-hidden="true">
      <div className={classes.hours}>
        {HOURS.map((hour) => (
          <span key={hour} style={{ "--from": (hour * 60) / MINUTES_OF_A_DAY } as CSSProperties}>
            {hour}h
          </span>
        ))}
      </div>
      {days.map((slots, day) => (
        <div key={WEEKDAYS[day]}>
          <p className={classes.dayName}>
            {WEEKDAYS[day]} <span>{formatDate(dateOf(monday, day)).slice(0, 5)}</span>
          </p>
          <div className={classes.column}>
            {slots.map((slot) => {
              const [from, to] = [minuteOf(slot.de), minuteOf(slot.a)];
              const style = {
                "--from": from / MINUTES_OF_A_DAY,
                "--length": (to - from) / MINUTES_OF_A_DAY,
              } as CSSProperties;
              return (
                <div
                  key={slot.de}
                  className={classes.slot}
                  style={style}
                  data-tone={toneOf(slot)}
                  data-own={slot.tarif?.id === tariffId || undefined}
                  title={`${nameOf(slot)}, ${hoursOf(slot)}`}
                >
                  {to - from >= SHORT && <strong>{slot.tarif?.libelle ?? NONE}</strong>}
                  {to - from >= TALL && <span>{hoursOf(slot)}</span>}
                </div>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The same as text, on a phone. */
function DayList({ days, monday, tariffId, toneOf }: DaysProps) {
  return (
    <Stack component="ol" className={classes.days}>
      {days.map((slots, day) => (
        <li key={WEEKDAYS[day]}>
          <p className={classes.dayName}>
            {WEEKDAYS[day]} <span>{formatDate(dateOf(monday, day)).slice(0, 5)}</span>
          </p>
          <PlainList gap={6}>
            {slots.map((slot) => (
              <li
                key={slot.de}
                className={classes.line}
                data-tone={toneOf(slot)}
                data-own={slot.tarif?.id === tariffId || undefined}
              >
                <strong>{nameOf(slot)}</strong>
                <span>{hoursOf(slot)}</span>
              </li>
            ))}
          </PlainList>
        </li>
      ))}
    </Stack>
  );
}

/** The same as a table, for readers who do not see the columns. */
function SlotTable({ days, monday, caption }: DaysProps & { caption: string }) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Jour</th>
          <th scope="col">Heures</th>
          <th scope="col">Tarif</th>
        </tr>
      </thead>
      <tbody>
        {days.flatMap((slots, day) =>
          slots.map((slot) => (
            <tr key={`${WEEKDAYS[day]} ${slot.de}`}>
              <th scope="row">
                {WEEKDAYS[day]} {formatDate(dateOf(monday, day))}
              </th>
              <td>{hoursOf(slot)}</td>
              <td>{nameOf(slot)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
