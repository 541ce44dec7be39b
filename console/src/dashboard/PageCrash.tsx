import { Component, type PropsWithChildren } from "react";
import { LoadError } from "@/shared/ui/LoadError";

/** What the person sees when the page breaks, or when a part of it cannot be fetched. */
export class PageCrash extends Component<PropsWithChildren, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <LoadError
        message="Cette page n'a pas pu s'afficher."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
