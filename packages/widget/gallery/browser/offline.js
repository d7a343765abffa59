// Makes the browser appear offline to the element.
Object.defineProperty(navigator, 'onLine', { value: false })
