import { Button, Paper } from "@mantine/core";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PlainList } from "@/ui/layout/PlainList";
import { Section } from "./Section";
import { ButtonsSection } from "./sections/ButtonsSection";
import { ChipsSection } from "./sections/ChipsSection";
import { ConfirmSection } from "./sections/ConfirmSection";
import { CountersSection } from "./sections/CountersSection";
import { FieldsSection } from "./sections/FieldsSection";
import { FiltersSection } from "./sections/FiltersSection";
import { FormatsSection } from "./sections/FormatsSection";
import { HeadersSection } from "./sections/HeadersSection";
import { LoadingSection } from "./sections/LoadingSection";
import { MessagesSection } from "./sections/MessagesSection";
import { NoticesSection } from "./sections/NoticesSection";
import { PagerSection } from "./sections/PagerSection";
import { TablesSection } from "./sections/TablesSection";

const SECTIONS = [
  { id: "entetes", title: "En-têtes de page", Content: HeadersSection },
  { id: "tableaux", title: "Tableaux dépliables", Content: TablesSection },
  { id: "pagination", title: "Pagination", Content: PagerSection },
  { id: "pastilles", title: "Pastilles d'état", Content: ChipsSection },
  { id: "compteurs", title: "Compteurs", Content: CountersSection },
  { id: "vides-et-erreurs", title: "Pages vides et erreurs", Content: NoticesSection },
  { id: "confirmations", title: "Confirmations", Content: ConfirmSection },
  { id: "filtres", title: "Filtres", Content: FiltersSection },
  { id: "champs", title: "Champs de formulaire", Content: FieldsSection },
  { id: "boutons", title: "Boutons", Content: ButtonsSection },
  { id: "messages", title: "Messages", Content: MessagesSection },
  { id: "chargement", title: "Chargement", Content: LoadingSection },
  { id: "formats", title: "Formats", Content: FormatsSection },
] as const;

/** Every shared component in each of its states, for development. */
export function PlaygroundPage() {
  return (
    <>
      <PageHeader
        title="Composants"
        subtitle="Les éléments communs à toutes les pages, dans chacun de leurs états."
      />
      <Paper component="nav" withBorder mb="xl" p="xs" aria-label="Composants">
        <PlainList row gap={4}>
          {SECTIONS.map(({ id, title }) => (
            <li key={id}>
              <Button component="a" href={`#${id}`} variant="subtle" size="compact-sm">
                {title}
              </Button>
            </li>
          ))}
        </PlainList>
      </Paper>
      {SECTIONS.map(({ id, title, Content }) => (
        <Section key={id} id={id} title={title}>
          <Content />
        </Section>
      ))}
    </>
  );
}
