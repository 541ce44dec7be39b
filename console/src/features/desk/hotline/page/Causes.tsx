import { Button } from "@mantine/core";
import { IconAlertOctagon, IconArrowRight, IconHelp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Call } from "../api";
import { momentOf } from "./moments";
import { placeOf } from "./naming";
import classes from "./page.module.css";

type Cause = Call["causes"][number];

/** Why the door does not open: the certain causes, then the possible ones, each with what to do next. */
export function Causes({ call }: { call: Call }) {
  const { conclusion, causes } = call;
  const certain = causes.some(({ certaine }) => certaine);
  return (
    <section
      className={classes.why}
      aria-labelledby="pourquoi"
      data-answer={certain ? "certain" : causes.length > 0 ? "possible" : "none"}
    >
      <h2 id="pourquoi" className={classes.whyTitle}>
        Pourquoi la porte ne s'ouvre pas
      </h2>
      <p className={classes.conclusion} role="status">
        {conclusion}
      </p>
      {causes.length > 0 && (
        <ol className={classes.causes}>
          {causes.map((cause) => (
            <CauseItem key={cause.cause} cause={cause} />
          ))}
        </ol>
      )}
      {call.casier === null && <Doors call={call} />}
    </section>
  );
}

/** The doors of the person's stays, to say at which one they stand. */
function Doors({ call: { enCours, usager } }: { call: Call }) {
  return (
    <div className={classes.doors} data-no-print>
      {enCours.map((stay) => (
        <Button
          key={stay.id}
          size="sm"
          variant="default"
          renderRoot={(props) => (
            <Link to="/recit" search={{ usager: usager?.id, casier: stay.casier.id }} {...props} />
          )}
        >
          {placeOf(stay)}
        </Button>
      ))}
      <p className={classes.place}>
        {enCours.length > 0
          ? "Une autre porte\u00a0: cherchez-la ci-dessus."
          : "Cherchez-la ci-dessus."}
      </p>
    </div>
  );
}

function CauseItem({ cause: { certaine, depuis, phrase, suite } }: { cause: Cause }) {
  const Icon = certaine ? IconAlertOctagon : IconHelp;
  return (
    <li className={classes.cause} data-certain={certaine || undefined}>
      <span className={classes.causeHead}>
        <StatusChip
          color={certaine ? "red" : "grey"}
          label={certaine ? "Certain" : "Possible"}
          icon={<Icon aria-hidden />}
        />
        {depuis && (
          <span className={classes.since}>
            Depuis <time dateTime={depuis}>{momentOf(depuis)}</time>
          </span>
        )}
      </span>
      <span className={classes.sentence}>{phrase}</span>
      {suite && (
        <span className={classes.next}>
          <IconArrowRight size={18} stroke={1.75} aria-label="À faire&nbsp;:" />
          {suite}
        </span>
      )}
    </li>
  );
}
