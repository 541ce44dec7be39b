import { Anchor, Box, Group, Paper, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PropsWithChildren } from "react";
import { allowSingleKeyShortcuts, useSingleKeyShortcuts } from "@/ui/form/singleKeyShortcuts";
import { Logo } from "@/ui/layout/Logo";
import { accessibilityContactsQuery } from "./api";
import { CONFORMITY } from "./conformity";
import { CHECKED_PAGES, JUDGED_ON, NOT_CONFORM, RATE, TOOLS } from "./declaration";

/** The accessibility declaration (RGAA 4.1), with the settings that some people need. */
export function AccessibilityPage() {
  return (
    <Box maw="46rem" mx="auto" px={{ sm: "lg" }} pt="md" pb={64}>
      <header>
        <Anchor component={Link} to="/" c="inherit" underline="never" fz={18} fw={650}>
          <Group gap="sm" mih={44} mx={{ base: "md", sm: 0 }} mb="md">
            <Logo size={32} />
            <span>Consigne</span>
          </Group>
        </Anchor>
      </header>
      <Paper component="main" withBorder p={{ base: "md", sm: "xl" }} fz="lg" lh={1.6}>
        <Box component="h1" mb="md">
          Déclaration d’accessibilité
        </Box>
        <p>
          Les organismes qui exploitent Consigne s’engagent à rendre cette console accessible,
          conformément à l’article 47 de la loi n° 2005-102 du 11 février 2005. Cette déclaration
          s’applique à la console de gestion, connexion comprise.
        </p>
        <Section title="Réglages">
          <ShortcutSwitch />
        </Section>
        <Section title="État de conformité">
          <p>
            Accessibilité&nbsp;: <strong>{CONFORMITY}</strong> avec le référentiel général
            d’amélioration de l’accessibilité (RGAA), version 4.1, en raison des non-conformités
            énumérées ci-dessous.
          </p>
        </Section>
        <Section title="Résultats des tests">
          <p>
            L’examen, fait par l’équipe qui développe Consigne et non par un organisme tiers, porte
            sur les 106 critères. {RATE}&nbsp;% des critères applicables sont respectés.
          </p>
        </Section>
        <Section title="Contenus non accessibles">
          <List items={NOT_CONFORM} />
        </Section>
        <Section title="Établissement de cette déclaration">
          <p>
            Cette déclaration a été établie le {JUDGED_ON}. Technologies utilisées&nbsp;: HTML, CSS,
            JavaScript, SVG et WAI-ARIA.
          </p>
          <h3>Outils et environnement de vérification</h3>
          <List items={TOOLS} />
          <h3>Pages vérifiées</h3>
          <List items={CHECKED_PAGES} />
        </Section>
        <Section title="Retour d’information et contact">
          <p>
            Si vous n’arrivez pas à accéder à un contenu ou à un service, dites-le&nbsp;: vous serez
            orienté vers une alternative accessible, ou recevrez le contenu sous une autre forme.
          </p>
          <Contacts />
        </Section>
        <Section title="Voies de recours">
          <p>
            Si vous avez signalé un défaut d’accessibilité qui vous empêche d’accéder à un contenu
            ou à un service et que vous n’avez pas reçu de réponse satisfaisante, vous pouvez&nbsp;:
          </p>
          <ul>
            <li>
              écrire au{" "}
              <Outside href="https://formulaire.defenseurdesdroits.fr/">
                Défenseur des droits
              </Outside>
              &nbsp;;
            </li>
            <li>
              joindre le{" "}
              <Outside href="https://www.defenseurdesdroits.fr/carte-des-delegues">
                délégué du Défenseur des droits dans votre région
              </Outside>
              &nbsp;;
            </li>
            <li>
              envoyer un courrier, sans timbre, à&nbsp;: Défenseur des droits, Libre réponse 71120,
              75342 Paris CEDEX 07.
            </li>
          </ul>
        </Section>
      </Paper>
    </Box>
  );
}

function Section({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <Stack component="section" gap="sm" mt="xl">
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function ShortcutSwitch() {
  const allowed = useSingleKeyShortcuts();
  return (
    <Switch
      checked={allowed}
      onChange={(event) => allowSingleKeyShortcuts(event.currentTarget.checked)}
      label={"Raccourcis «\u00a0/\u00a0» et «\u00a0?\u00a0»"}
      description="La première touche place le curseur dans la recherche de la page, la seconde montre les raccourcis du clavier. Sans ces raccourcis, Ctrl K et la tabulation y mènent toujours."
    />
  );
}

function Contacts() {
  const { data, isError } = useQuery(accessibilityContactsQuery());
  if (!data && !isError) return null;
  const contacts = data?.contacts ?? [];
  if (contacts.length === 0) {
    return (
      <p>Adressez-vous à l’administrateur de la plateforme, qui vous a ouvert votre compte.</p>
    );
  }
  return (
    <ul>
      {contacts.map((contact) => (
        <li key={contact}>
          <Outside href={contact}>{contact.replace(/^mailto:/, "")}</Outside>
        </li>
      ))}
    </ul>
  );
}

function Outside({ href, children }: PropsWithChildren<{ href: string }>) {
  return (
    <Anchor href={href} underline="always" inherit>
      {children}
    </Anchor>
  );
}
