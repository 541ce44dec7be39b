import { Button, SimpleGrid } from "@mantine/core";
import { useLoader } from "@/ui/feedback/LoaderOverlay";
import { CardSkeleton, ListSkeleton } from "@/ui/feedback/Skeletons";
import { State } from "../Section";
import { wait } from "../wait";

export function LoadingSection() {
  const { during } = useLoader();
  return (
    <>
      <State name="Voile de chargement" row>
        <Button variant="default" onClick={() => during(wait(2000))}>
          Afficher deux secondes
        </Button>
      </State>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <State name="Carte à venir">
          <CardSkeleton />
        </State>
        <State name="Liste à venir">
          <ListSkeleton />
        </State>
      </SimpleGrid>
    </>
  );
}
