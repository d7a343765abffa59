import './styles/dashboard.css'
import { findLanguage, loadTexts } from './languages/texts.ts'

/** The texts come first: components read them when they render. */
await loadTexts(findLanguage())
await import('./shell/app.ts')
