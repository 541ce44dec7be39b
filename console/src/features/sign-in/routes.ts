import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireNoToken } from "@/kit/routing/guard";
import { welcomeRoute } from "@/kit/routing/parents";
import { resetSearch } from "./search";

export const signInRoutes = [
  createRoute({
    getParentRoute: () => welcomeRoute,
    path: "/connexion",
    staticData: {
      page: { title: "Connexion", access: "public" },
    },
    beforeLoad: requireNoToken,
    component: lazyRouteComponent(() => import("./LoginPage"), "LoginPage"),
  }),
  createRoute({
    getParentRoute: () => welcomeRoute,
    path: "/oubli-mdp",
    staticData: {
      page: { title: "Mot de passe oublié", access: "public" },
    },
    component: lazyRouteComponent(() => import("./ForgottenPasswordPage"), "ForgottenPasswordPage"),
  }),
  createRoute({
    getParentRoute: () => welcomeRoute,
    path: "/nouveau-mot-de-passe",
    staticData: {
      page: { title: "Nouveau mot de passe", access: "public" },
    },
    validateSearch: resetSearch,
    component: lazyRouteComponent(() => import("./NewPasswordPage"), "NewPasswordPage"),
  }),
  createRoute({
    getParentRoute: () => welcomeRoute,
    path: "/confirmer-adresse",
    staticData: {
      page: { title: "Nouvelle adresse e-mail", access: "public" },
    },
    component: lazyRouteComponent(() => import("./ConfirmEmailPage"), "ConfirmEmailPage"),
  }),
  createRoute({
    getParentRoute: () => welcomeRoute,
    path: "/confirmer-inscription",
    staticData: {
      page: { title: "Confirmer votre inscription", access: "public" },
    },
    component: lazyRouteComponent(
      () => import("./ConfirmRegistrationPage"),
      "ConfirmRegistrationPage",
    ),
  }),
] as const;
