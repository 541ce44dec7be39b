import { Button, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { formatLong } from "@/format/dates";
import { QueryState } from "@/kit/lists/QueryState";
import { type Question, useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { focusNextRowAfterRemoval, focusTitleAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { Entry, EntryList } from "../entries/Entry";
import type { OpenSession } from "./openSession";

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
          <Text>{sessions.length > 0 ? text : "Aucune session n'est ouverte."}</Text>
          {sessions.length > 0 && (
            <EntryList label="Sessions ouvertes">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} {...ending} />
              ))}
            </EntryList>
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
  const ask = useConfirmedWrite({
    question: questionOf(
      `Voulez-vous vraiment terminer la session «\u00a0${device}\u00a0», ${opened}\u00a0?`,
      ending,
    ),
    write: () => ending.end(session.id),
    done: "La session est terminée.",
  });
  return (
    <Entry
      icon={PHONE.test(device) ? IconDeviceMobile : IconDeviceDesktop}
      name={device}
      state={session.courante && <StatusChip color="green" label="Cette session" />}
      facts={[
        `Dernière utilisation le ${formatLong(session.derniereUtilisation)}`,
        `${capital(opened)} ${wayOf(session)}${session.adresse ? `, depuis le réseau ${session.adresse}` : ""}`,
      ]}
    >
      {!session.courante && (
        <Button
          ref={focusNextRowAfterRemoval}
          variant="subtle"
          color="red"
          aria-label={`Terminer la session ${device}, ${opened}`}
          onClick={ask}
        >
          Terminer
        </Button>
      )}
    </Entry>
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
