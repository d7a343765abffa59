import type { Element } from './manifest.ts'

/** Types that the element's own are made of, all exported by its module. */
const NAMES = ['CryptoCheckout', 'FailureCode', 'PaymentStatus', 'PublicPayment']

type Field = { name: string; type: string; description: string }

/** Declarations that make the element known to a framework's templates, by the name of their file. */
export function frameworkTypes(element: Element): Record<'jsx' | 'vue' | 'svelte', string> {
  return { jsx: jsx(element), vue: vue(element), svelte: svelte(element) }
}

function jsx(element: Element): string {
  return `${head(element, (event) => `on${event}`)}
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      '${element.tagName}': Props & Events & Omit<DetailedHTMLProps<HTMLAttributes<CryptoCheckout>, CryptoCheckout>, keyof Props>
    }
  }
  interface CSSProperties {
${fields(element.cssProperties.map(({ name, description = '' }) => ({ name, type: 'string', description })))}
  }
}
`
}

function vue(element: Element): string {
  return `${head(element, (event) => camelCase(`on-${event}`))}
import type { DefineComponent, HTMLAttributes } from 'vue'

declare module 'vue' {
  interface GlobalComponents {
    '${element.tagName}': DefineComponent<Props & Events & Omit<HTMLAttributes, keyof Props>>
  }
}
`
}

function svelte(element: Element): string {
  return `${head(element, (event) => `on${event}`)}
import type { HTMLAttributes } from 'svelte/elements'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    '${element.tagName}': Props & Events & Omit<HTMLAttributes<CryptoCheckout>, keyof Props>
  }
}
`
}

function head(element: Element, listener: (event: string) => string): string {
  const events = element.events.map(({ name, type, description = '' }) => ({
    name: listener(name),
    type: `(event: ${type?.text ?? 'CustomEvent'}) => void`,
    description,
  }))
  const body = `
/** The properties of <${element.tagName}>. */
type Props = {
${fields(props(element))}
}

/** Its events. */
type Events = {
${fields(events)}
}`
  const used = NAMES.filter((name) => name === 'CryptoCheckout' || body.includes(name))
  return `// Made from custom-elements.json by the build.
import type { ${used.join(', ')} } from '@crypto-checkout/widget'
${body}
`
}

/** The attributes, and the properties that can be set, whichever of the two a framework takes. */
function props({ attributes, members }: Element): Field[] {
  const settable = members.filter(({ kind, readonly }) => kind === 'field' && readonly !== true)
  const byName = new Map([...settable, ...attributes].map((field) => [field.name, field]))
  return [...byName.values()].map(({ name, type, description = '' }) => ({
    name,
    type: type?.text ?? 'string',
    description,
  }))
}

function fields(list: readonly Field[]): string {
  return list
    .map(({ name, type, description }) => {
      const key = /^\w+$/.test(name) ? name : `'${name}'`
      return `  /** ${description} */\n  ${key}?: ${type.startsWith('(') ? `(${type})` : type} | undefined`
    })
    .join('\n')
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
