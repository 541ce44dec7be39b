import { Button } from "@mantine/core";
import { useLoader } from "@/ui/feedback/LoaderOverlay";
import { CardSkeleton, ListSkeleton } from "@/ui/feedback/Skeletons";
import classes from "../Playground.module.css";
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
      <div className={classes.columns}>
        <State name="Carte à venir">
          <CardSkeleton />
        </State>
        <State name="Liste à venir">
          <ListSkeleton />
        </State>
      </div>
    </>
  );
}
