import { useParams } from "@tanstack/react-router";
import { useRights } from "@/auth/rights";
import { KeysBlock } from "@/features/cles/KeysBlock";
import { UpcomingPage } from "../UpcomingPage";
import classes from "./OperatorDetails.module.css";

/** The page of one operator: its keys; the rest comes later. */
export function OperatorDetails() {
  const { id = "" } = useParams({ strict: false });
  const { administrator } = useRights();
  return (
    <>
      <UpcomingPage />
      {administrator && (
        <div className={classes.block}>
          <KeysBlock operatorId={Number(id)} />
        </div>
      )}
    </>
  );
}
