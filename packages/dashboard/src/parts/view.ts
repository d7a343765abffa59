import { LitElement, type PropertyValues } from 'lit'
import type { Route } from '../router.ts'

/** An element of the dashboard. It renders into the document itself: one stylesheet for all, and labels that reach their fields. */
export class View extends LitElement {
  #ends: readonly (() => void)[] = []

  /** Starts what lasts while the element is in the document. Returns what ends it. */
  protected begin(): readonly (() => void)[] {
    return []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#ends = this.begin()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    for (const end of this.#ends) end()
  }

  protected override createRenderRoot(): this {
    return this
  }

  /** Renders, also in a page that a browser has translated (decision 88). */
  protected override update(changed: PropertyValues<this>): void {
    try {
      super.update(changed)
    } catch {
      // Lit keeps here what it has rendered.
      Object.assign(this, { _$litPart$: undefined })
      this.replaceChildren()
      super.update(changed)
    }
    healTexts(this)
  }
}

/**
 * Puts texts where Lit could not. A browser that translates wraps each text in an element; Lit sets `data` of what stands
 * in the text's place, and that shows nothing on an element.
 */
function healTexts(root: ParentNode): void {
  for (const node of root.querySelectorAll<HTMLElement & { data?: string }>('*'))
    if (node.data != null) node.replaceWith(node.data)
}

/** Runs something again and again. Returns what ends that. */
export function every(ms: number, run: () => unknown): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

/** The place that `navigation.ts` gives a page: where it is, and the id that its path names. */
export type PagePlace = Route & { readonly id: string }

/** A page. It is made anew for another path, and kept when only the query changes. */
export class Page extends View {
  static override properties = { place: { attribute: false } }

  declare place: PagePlace

  /** Loads what the page shows. Called at first, and whenever `isNewQuery` says that the query asks for something else. */
  protected load(): void {}

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('place')) this.load()
  }
}
