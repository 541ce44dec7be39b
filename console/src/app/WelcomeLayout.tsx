import { Outlet } from "@tanstack/react-router";
import { Logo } from "@/ui/layout/Logo";
import { ConnectionNotice } from "./ConnectionNotice";
import { Footer } from "./Footer";
import { LockerWall } from "./LockerWall";
import classes from "./WelcomeLayout.module.css";

/** The layout of the pages that need no sign-in. */
export function WelcomeLayout() {
  return (
    <div className={classes.layout}>
      <div className={classes.notices}>
        <ConnectionNotice />
      </div>
      <header className={classes.welcome}>
        <LockerWall className={classes.wall} />
        <div className={classes.brand}>
          <Logo size={44} />
          <span>Consigne</span>
        </div>
        <p className={classes.words}>
          <strong>Bienvenue,</strong> Connectez-vous pour accéder à votre espace de gestion
        </p>
      </header>
      <main className={classes.form}>
        <div className={classes.card}>
          <Outlet />
        </div>
      </main>
      <Footer className={classes.footer} />
    </div>
  );
}
