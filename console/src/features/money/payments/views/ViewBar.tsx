import { Button, Group } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Scope } from "@/data/scope";
import { useConfirmedWrite, useDelete } from "@/kit/records/useConfirmedWrite";
import classes from "../payments.module.css";
import { NBSP } from "../wording";
import {
  paymentViewsQuery,
  type SavedView,
  useChangeView,
  useCreateView,
  useDeleteView,
} from "./api";
import { ViewNameModal } from "./ViewNameModal";
import { isSame, readyMadeViews, savedView, type View, type ViewState, wireState } from "./views";

type ViewBarProps = {
  scope: Scope;
  /** The filters and the search that apply now. */
  state: ViewState;
  onChoose: (state: ViewState) => void;
};

/** The views of the list: ready-made ones and those that the account saved; and what to do with them. */
export function ViewBar({ scope, state, onChoose }: ViewBarProps) {
  const { data: saved = [] } = useQuery(paymentViewsQuery(scope));
  const [chosen, setChosen] = useState<number>();
  const [naming, setNaming] = useState<"new" | SavedView>();
  const { mutateAsync: create } = useCreateView(scope);
  const { mutateAsync: change } = useChangeView(scope);

  const views = [...readyMadeViews(Date.now()), ...saved.map((view) => savedView(scope, view))];
  const active = views.find((view) => isSame(scope, view.state, state));
  const left = active ? undefined : saved.find(({ id }) => id === chosen);
  const filtres = wireState(scope, state);
  const choose = (view: View) => {
    setChosen(view.saved?.id);
    onChoose(view.state);
  };

  return (
    <Group component="nav" gap="xs" mb="md" aria-label="Vues de la liste">
      <Group component="ul" gap={4} mr="xs" className={classes.views}>
        {views.map((view) => (
          <li key={view.key}>
            <button
              type="button"
              className={classes.view}
              title={view.label.length > 24 ? view.label : undefined}
              aria-pressed={view === active}
              onClick={() => choose(view)}
            >
              {view.label}
            </button>
          </li>
        ))}
      </Group>
      <Group gap={4}>
        {left && <UpdateButton key={left.id} scope={scope} view={left} filtres={filtres} />}
        {!active && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden />}
            onClick={() => setNaming("new")}
          >
            Enregistrer la vue
          </Button>
        )}
        {active?.saved && (
          <OwnActions key={active.saved.id} scope={scope} view={active.saved} onName={setNaming} />
        )}
      </Group>
      {naming && (
        <ViewNameModal
          title={naming === "new" ? "Enregistrer la vue" : "Renommer la vue"}
          name={naming === "new" ? "" : naming.nom}
          write={async (nom) => {
            const view =
              naming === "new" ? await create({ nom, filtres }) : await change({ ...naming, nom });
            setChosen(view.id);
          }}
          onClose={() => setNaming(undefined)}
        />
      )}
    </Group>
  );
}

const quoted = ({ nom }: SavedView) => `«${NBSP}${nom}${NBSP}»`;

type ActionProps = { scope: Scope; view: SavedView };

function UpdateButton({ scope, view, filtres }: ActionProps & Pick<SavedView, "filtres">) {
  const { mutateAsync: change } = useChangeView(scope);
  const update = useConfirmedWrite({
    question: {
      title: "Modification",
      question: `Voulez-vous vraiment remplacer les filtres de la vue ${quoted(view)}${NBSP}?`,
    },
    write: () => change({ ...view, filtres }),
    undo: () => () => change(view),
    done: `La vue ${quoted(view)} est enregistrée.`,
  });
  return (
    <Button variant="subtle" size="xs" onClick={update}>
      Mettre à jour {quoted(view)}
    </Button>
  );
}

function OwnActions({ scope, view, onName }: ActionProps & { onName: (view: SavedView) => void }) {
  const { mutateAsync: remove } = useDeleteView(scope);
  const { mutateAsync: create } = useCreateView(scope);
  const ask = useDelete({
    article: "la vue",
    item: quoted(view),
    write: () => remove(view.id),
    undo: () => () => create({ nom: view.nom, filtres: view.filtres }),
    done: `La vue ${quoted(view)} est supprimée.`,
  });
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        aria-label={`Renommer la vue ${view.nom}`}
        onClick={() => onName(view)}
      >
        Renommer
      </Button>
      <Button
        variant="subtle"
        size="xs"
        color="red"
        aria-label={`Supprimer la vue ${view.nom}`}
        onClick={ask}
      >
        Supprimer
      </Button>
    </>
  );
}
