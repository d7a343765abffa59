import type { texts as first } from './first.ts'
import type { texts as pages } from './pages.ts'

export type FirstTexts = typeof first
export type PageTexts = typeof pages
export type Texts = FirstTexts & PageTexts
