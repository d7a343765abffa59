/** Icons as paths of one 24 by 24 grid, drawn by strokes in the colour of the text. */
import { svg, type TemplateResult } from 'lit'

const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  payments: 'M3 7h18v11H3zM3 11h18M7 15h4',
  unattributed: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17v.01',
  refunds: 'M9 14l-5-5l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  settlements: 'M4 20h16M6 16V9M10 16V9M14 16V9M18 16V9M3 9l9-5l9 5z',
  reports: 'M5 3h14v18H5zM9 16v-3M12 16V9M15 16v-5',
  links: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  till: 'M5 3h14v18H5zM8 7h8M8 12h.01M12 12h.01M16 12h.01M8 16h.01M12 16h.01M16 16h.01',
  keys: 'M14 10a4 4 0 1 0-3.5 4L12 15.500V18h2v2h4v-3.500L13.600 12',
  webhooks: 'M12 8a3 3 0 1 0-3-3M9.500 7L6 14M6 14a3 3 0 1 0 3 4h6M15 15l-3-7M15 15a3 3 0 1 1 0 5',
  events: 'M4 6h16M4 12h16M4 18h10',
  requests: 'M4 8h13l-3-3M20 16H7l3 3',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7a3.500 3.500 0 0 0 0 7M3 20c0-4 3-6 6-6s6 2 6 6M16 4.500a3.500 3.500 0 0 1 0 6.500M17 14.500c2.500.5 4 2.500 4 5.500',
  audit: 'M6 3h9l4 4v14H6zM9 11h7M9 15h7M9 7h3',
  networks: 'M12 3v18M3 12h18M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18',
  account: 'M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8M4 21c0-4.500 3.500-7 8-7s8 2.500 8 7',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 0 0 0-13M15.500 15.500L20 20',
  plus: 'M12 5v14M5 12h14',
} as const

export type IconName = keyof typeof paths

/** Decoration only: the text beside it says what it means. */
export function icon(name: IconName): TemplateResult {
  return svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>`
}
