import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { formatLong } from "@/format/dates";
import { QueryState } from "@/kit/lists/QueryState";
import { type Question, useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { focusNextRowAfterRemoval, focusTitleAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { OpenSession } from "./openSession";
import classes from "./SessionsBlock.module.css";

interface Ending {
  /** The consequences of a session that ends, for its owner. */
  consequences: readonly string[];
  end: (id: string) => Promise<unknown>;
}

interface SessionsBlockProps extends Ending {
  /** What the list is for. */
  text: string;
  query: UseQueryResult<{ sessions: OpenSession[] }>;
  all: { label: string; question: string; end: () => Promise<unknown>; done: string };
}

/** The open sessions of an account. That of the caller is marked; one signs out of it as always. */
export function SessionsBlock({ text, query, all, ...ending }: SessionsBlockProps) {
  const others = query.data?.sessions.some(({ courante }) => !courante);
  return (
    <QueryState query={query} loading={<CardSkeleton />}>
      {({ sessions }) => (
        <Block title="Sessions" action={others && <EndAllButton all={all} ending={ending} />}>
          <p className={classes.text}>
            {sessions.length > 0 ? text : "Aucune session n'est ouverte."}
          </p>
          {sessions.length > 0 && (
            <ul className={classes.sessions} aria-label="Sessions ouvertes">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} {...ending} />
              ))}
            </ul>
          )}
        </Block>
      )}
    </QueryState>
  );
}

function EndAllButton({ all, ending }: { all: SessionsBlockProps["all"]; ending: Ending }) {
  const ask = useConfirmedWrite({
    question: questionOf(all.question, ending),
    write: all.end,
    done: all.done,
  });
  return (
    <Button ref={focusTitleAfterRemoval} variant="default" onClick={ask}>
      {all.label}
    </Button>
  );
}

const PHONE = /Android|iPhone|iPad|HarmonyOS/;

function SessionRow({ session, ...ending }: { session: OpenSession } & Ending) {
  const device = session.appareil || "Appareil inconnu";
  const opened = `ouverte le ${formatLong(session.ouverteLe)}`;
  const Icon = PHONE.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  const ask = useConfirmedWrite({
    question: questionOf(
      `Voulez-vous vraiment terminer la session «\u00a0${device}\u00a0», ${opened}\u00a0?`,
      ending,
    ),
    write: () => ending.end(session.id),
    done: "La session est terminée.",
  });
  return (
    <li className={classes.session}>
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <div className={classes.head}>
          <h3 className={classes.device}>{device}</h3>
          {session.courante && <StatusChip color="green" label="Cette session" />}
        </div>
        <p
          className={classes.facts}
        >{`Dernière utilisation le ${formatLong(session.derniereUtilisation)}`}</p>
        <p className={classes.facts}>
          {`${capital(opened)} ${wayOf(session)}`}
          {session.adresse && `, depuis le réseau ${session.adresse}`}
        </p>
      </div>
      {!session.courante && (
        <Button
          ref={focusNextRowAfterRemoval}
          className={classes.end}
          variant="subtle"
          color="red"
          aria-label={`Terminer la session ${device}, ${opened}`}
          onClick={ask}
        >
          Terminer
        </Button>
      )}
    </li>
  );
}

const questionOf = (question: string, { consequences }: Ending): Question => ({
  title: "Fin de session",
  question,
  consequences: [...consequences],
  destroys: true,
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function wayOf({ moyen, fournisseur }: OpenSession): string {
  switch (moyen) {
    case "cle-acces":
      return "avec une clé d'accès";
    case "fournisseur":
      return `avec «\u00a0${fournisseur}\u00a0»`;
    case "mot-de-passe":
      return "avec le mot de passe";
  }
}
