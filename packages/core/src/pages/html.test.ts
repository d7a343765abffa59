import { expect, test } from 'vitest'
import { html, trustMarkup } from './document.ts'

test('values are escaped between tags and in attributes', () => {
  const evil = `"><script>alert('1')</script>&`
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</p>',
  )
})

test('markup inside markup stays markup, lists are joined, nothing leaves no trace', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}${trustMarkup('<hr>')}`.text).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0<hr>',
  )
})
