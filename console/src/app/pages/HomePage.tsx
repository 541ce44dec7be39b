import { Box, Button, Paper, Text, Title } from "@mantine/core";
import { IconArrowRight, IconBuildingCommunity } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { LiveCounters } from "@/features/desk/home/LiveCounters";
import { TodayFigures } from "@/features/desk/home/TodayFigures";
import { FindBox } from "@/features/desk/hotline/FindBox";
import { OldestLines } from "@/features/desk/worklist/OldestLines";
import { WorklistSummary } from "@/features/desk/worklist/WorklistSummary";
import { FieldTasks } from "@/features/places/maintenance/fieldwork/FieldTasks";
import { StationsNow } from "@/features/places/stations/now/StationsNow";
import { Can } from "@/session/Can";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PlainList } from "@/ui/layout/PlainList";
import type { MenuPage } from "../menu";
import { SUMMARIES } from "../summaries";
import { useAllowedPages } from "../useMenu";
import classes from "./HomePage.module.css";

/** Shows the live figures of the operator and the pages that this account may open. */
export function HomePage() {
  const operator = useOperator();
  const offer = useAllowedPages();
  const { can } = useRights();
  // Who opens doors and decides about nobody's stay or payment.
  const technician =
    can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE") && !can("DROIT_EVENEMENTS_ECRITURE");
  return (
    <>
      <PageHeader title="Accueil" subtitle={operator?.nom} />
      {operator ? (
        <>
          <Can right="DROIT_EVENEMENTS_LECTURE">
            {technician && <FieldTasks operatorId={operator.id} most={8} empty={null} />}
            <FindBox operator={operator} />
            <WorklistSummary operatorId={operator.id} />
            {!technician && <OldestLines operatorId={operator.id} />}
          </Can>
          <LiveCounters operatorId={operator.id} />
          <Can right="DROIT_EVENEMENTS_LECTURE">
            <TodayFigures operatorId={operator.id} />
          </Can>
          <Can right="DROIT_STATIONS_LECTURE">
            <StationsNow operatorId={operator.id} />
          </Can>
          <Cards
            title="L'exploitation"
            pages={offer.operator.filter(({ path }) => path !== "/a-traiter")}
          />
        </>
      ) : (
        <NoOperator />
      )}
      <Cards title="La plateforme" pages={offer.administration} />
    </>
  );
}

function NoOperator() {
  const { administrator } = useRights();
  return (
    <EmptyState
      icon={<IconBuildingCommunity />}
      title="Aucun exploitant"
      hint={
        administrator
          ? "Créez un premier exploitant\u00a0: ses stations, ses usagers et ses paiements apparaîtront ici."
          : "Aucun exploitant ne vous est ouvert pour le moment. Vos stations, vos usagers et vos paiements apparaîtront ici."
      }
      action={
        administrator && (
          <Button component={Link} to="/creation-exploitant">
            Ajouter un nouvel exploitant
          </Button>
        )
      }
    />
  );
}

function Cards({ title, pages }: { title: string; pages: MenuPage[] }) {
  if (pages.length === 0) return null;
  return (
    <Box component="section" mt="xl" aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <PlainList className={classes.cards}>
        {pages.map(({ path, menu }) => (
          <li key={path}>
            <Paper
              withBorder
              className={classes.card}
              renderRoot={(props) => <Link {...props} to={path} search={menu.opens} />}
            >
              <menu.icon size={22} stroke={1.75} aria-hidden />
              <Text span flex={1} c="dimmed">
                <Text component="strong" display="block" fw={600} c="var(--mantine-color-text)">
                  {menu.label}
                </Text>
                {SUMMARIES[path]}
              </Text>
              <IconArrowRight size={18} stroke={1.75} aria-hidden />
            </Paper>
          </li>
        ))}
      </PlainList>
    </Box>
  );
}
