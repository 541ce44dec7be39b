import { Link } from "@tanstack/react-router";
import classes from "./Footer.module.css";
import { CONFORMITY } from "./pages/accessibility/conformity";

/** The foot of every page, which French law asks to state how far the site conforms to the RGAA. */
export function Footer({ className }: { className?: string }) {
  return (
    <footer className={className} data-no-print>
      <Link to="/accessibilite" className={classes.link}>
        Accessibilité{"\u00a0"}: {CONFORMITY}
      </Link>
    </footer>
  );
}
