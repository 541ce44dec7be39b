import { Button, type ButtonProps, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { counted, formatCount, formatShort } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { focusNextRowAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { Block } from "@/ui/layout/Block";
import { type Column, Table } from "@/ui/table/Table";
import type { ParkedItem } from "./api";
import { type ParkedAction, useParkedAction } from "./handling/api";
import { PARKED_TITLE } from "./kinds";
import { causeName, keyOf, subjectOf, workName } from "./parked";
import classes from "./worklist.module.css";

const columns: Column<ParkedItem>[] = [
  { key: "tache", header: "Tâche", render: (item) => <Work item={item} /> },
  {
    key: "exploitant",
    header: "Exploitant",
    render: ({ exploitant }) => <Wrapped>{exploitant?.nom ?? "Plateforme"}</Wrapped>,
  },
  { key: "depuis", header: "En échec depuis", render: ({ depuis }) => formatShort(depuis) },
  {
    key: "tentatives",
    header: "Tentatives",
    align: "right",
    render: ({ tentatives }) => formatCount(tentatives),
  },
  {
    key: "cause",
    header: "Dernière erreur",
    render: ({ cause }) => <Wrapped>{causeName(cause)}</Wrapped>,
  },
];

type ParkedBlockProps = { total: number; items: ParkedItem[] };

/** The work items of the platform that failed too often, each with the actions open to administrators. */
export function ParkedBlock({ total, items }: ParkedBlockProps) {
  return (
    <div id="taches" className={classes.anchor}>
      <Block
        title={PARKED_TITLE}
        bare
        action={
          <Text span c="dimmed">
            {counted(total, "tâche")}
          </Text>
        }
      >
        <Text c="dimmed" mb="sm">
          La plateforme a renoncé à ces tâches après plusieurs tentatives. Les journaux du serveur
          disent pourquoi.
        </Text>
        <Table
          caption={PARKED_TITLE}
          columns={columns}
          rows={items}
          rowKey={keyOf}
          rowActions={(item) => <ItemActions item={item} />}
        />
        {total > items.length && (
          <Text c="dimmed" mt="xs">
            Les {formatCount(items.length)} premières tâches sur {formatCount(total)}.
          </Text>
        )}
      </Block>
    </div>
  );
}

/** Over several lines where it needs them: a text alone would be cut to one. */
const Wrapped = ({ children }: { children: string }) => <span>{children}</span>;

function Work({ item }: { item: ParkedItem }) {
  const subject = subjectOf(item);
  return (
    <>
      {workName(item)}
      {subject && (
        <Link
          to={subject.to}
          search={subject.search}
          className={classes.subject}
          aria-label={`${subject.label}, ${workName(item)}`}
        >
          {subject.label}
        </Link>
      )}
    </>
  );
}

const QUESTIONS = {
  relancer: {
    title: "Relance",
    question: "Voulez-vous vraiment relancer cette tâche\u00a0?",
    consequences: [
      "Elle est tentée une fois de plus dans la minute.",
      "Si elle échoue encore, elle revient dans cette liste.",
    ],
    done: "La tâche va être tentée de nouveau.",
  },
  abandonner: {
    title: "Abandon",
    question: "Voulez-vous vraiment abandonner cette tâche\u00a0?",
    consequences: [
      "Elle ne sera plus ni tentée ni montrée ici.",
      "Ce qu'elle concerne reste en l'état\u00a0: à régler autrement, s'il y a lieu.",
      "Un paiement entre deux présentations passe en erreur persistante\u00a0: il n'est plus présenté et reste à régler.",
    ],
    destroys: true,
    done: "La tâche est abandonnée.",
  },
} satisfies Record<ParkedAction, object>;

function ItemActions({ item }: { item: ParkedItem }) {
  return (
    <>
      <ActionButton item={item} action="relancer" label="Relancer" variant="default" />
      {item.genre !== "presentation" && (
        <ActionButton
          item={item}
          action="abandonner"
          label="Abandonner"
          variant="subtle"
          color="red"
        />
      )}
    </>
  );
}

type ActionButtonProps = Pick<ButtonProps, "variant" | "color"> & {
  item: ParkedItem;
  action: ParkedAction;
  label: string;
};

function ActionButton({ item, action, label, ...look }: ActionButtonProps) {
  const { genre, id } = item;
  const { mutateAsync: send } = useParkedAction();
  const { done, consequences, ...words } = QUESTIONS[action];
  const ask = useConfirmedWrite({
    question: { ...words, consequences: [`${workName(item)}.`, ...consequences] },
    write: () => send({ action, genre, id }),
    done,
  });
  return (
    <Button
      ref={focusNextRowAfterRemoval}
      {...look}
      size="xs"
      onClick={ask}
      aria-label={`${label}, ${workName(item)}`}
    >
      {label}
    </Button>
  );
}
