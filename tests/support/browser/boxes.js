(part) => {
  const found = []
  const CONTROL = 'button, a[href], input, select, textarea, [role=radio], summary'
  const LAYER = 'dialog, [popover], .notice, .toasts, .pop, .rail.up:not(.now), .house-notice, .stale, .session, .over, .lobby > .beside, .rulebook .bar'
  const round = (n) => Math.round(n * 10) / 10
  const kept = (of) => {
    const known = new Map()
    return (node) => {
      if (!known.has(node)) known.set(node, of(node))
      return known.get(node)
    }
  }
  const style = kept((node) => getComputedStyle(node))
  const boxOf = kept((node) => node.getBoundingClientRect())
  const textOf = (node) => (node.getAttribute?.('aria-label') || node.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 40)
  const kind = (node) => node.dataset?.spot ? `spot ${node.dataset.spot}` : `${node.tagName.toLowerCase()}.${[...node.classList].filter((one) => !one.startsWith('svelte-')).join('.')}`
  const name = (node) => `${kind(node)} "${textOf(node)}"`
  const at = (box) => `${round(box.left)},${round(box.top)} ${round(box.right - box.left)}x${round(box.bottom - box.top)}`
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const root = (part ? document.querySelector(part) : modal) ?? document.body
  const isShown = kept((node) => node.checkVisibility({opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true}) && !node.closest('.visually-hidden, [inert]'))
  const layer = kept((node) => node.closest(LAYER))
  const overflow = kept((node) => style(node).overflowX + style(node).overflowY)
  const scrolls = (node) => /auto|scroll/.test(overflow(node))
  const clips = (node) => overflow(node) !== 'visiblevisible'
  // The panels that cut a node, inmost first.
  const cutters = kept((node) => {
    const up = node.parentElement
    if (!up || up === document.body || up === document.documentElement) return []
    const own = clips(up) ? [up] : []
    return style(up).position === 'fixed' ? own : [...own, ...cutters(up)]
  })
  // What is left of a box within them; those that scroll are no fault of it.
  const seen = (node, box, upTo = 'any') => {
    let {left, top, right, bottom} = box
    for (const one of cutters(node)) {
      if (upTo === 'scroll' && !scrolls(one)) continue
      const by = boxOf(one)
      left = Math.max(left, by.left); top = Math.max(top, by.top)
      right = Math.min(right, by.right); bottom = Math.min(bottom, by.bottom)
    }
    return right - left > 1 && bottom - top > 1 ? {left, top, right, bottom} : null
  }
  const isRound = kept((node) => parseFloat(style(node).borderTopLeftRadius) >= Math.min(node.offsetWidth, node.offsetHeight) / 2 - 1 || style(node).borderTopLeftRadius === '50%')
  const meet = (one, other, by = 1) => {
    const x = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    if (x <= by) return ''
    const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return y > by ? `${round(x)}x${round(y)}` : ''
  }
  // Outside the circle that a box holds.
  const isBeside = (one, box) => {
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2
    return Math.hypot(Math.max(one.left - x, 0, x - one.right), Math.max(one.top - y, 0, y - one.bottom)) > (box.right - box.left) / 2 - 3
  }
  const page = document.documentElement, isLarge = !modal && document.querySelector('.terminal.large') !== null
  // Large print may scroll, as a page does.
  const height = isLarge ? Math.max(innerHeight, page.scrollHeight - page.scrollTop) : innerHeight
  // Other pages scroll.
  const isTall = !modal && !document.querySelector('.terminal')
  const isOut = (box) => box.left < -1 || box.right > innerWidth + 1 || (!isTall && (box.top < -1 || box.bottom > height + 1))

  // Controls: in the window, large enough, not on one another, not under the dock.
  const dock = modal ? null : document.querySelector('.dock')
  const under = dock?.getBoundingClientRect()
  const isUnder = (node, box) => under && meet(box, under) && !dock.contains(node) && !layer(node)
  const controls = [...root.querySelectorAll(CONTROL)].filter(isShown)
    .map((node) => ({node, whole: boxOf(node), box: seen(node, boxOf(node), 'scroll')}))
    .filter((one) => one.box && one.whole.width > 0 && !one.node.matches('.kiosk > .begin')) // it lies over all of it
  for (const {node, whole, box} of controls) {
    if (isOut(box)) found.push(`outside the window: ${name(node)} ${at(whole)}`)
    if (node.matches('.choose, .skip:not(:focus)')) continue // the card around it is the target; it is not shown
    const least = node.matches('.clause, .why, p a, .pop a, td a, li a') ? 22 : node.matches('.box.own .spot') ? 59.5 : 43.5
    const width = node.matches('.strip > *') ? 34 : least // eight boxes in 320 pixels
    const target = boxOf(node.closest('label') ?? node) // a tick is as large as its label
    if (target.width < width || target.height < least) found.push(`small target: ${name(node)} ${at(whole)}`)
    if (isUnder(node, box)) found.push(`under the dock: ${name(node)} ${at(whole)}`)
    const cut = seen(node, whole)
    if (!cut || cut.right - cut.left < box.right - box.left - 1 || cut.bottom - cut.top < box.bottom - box.top - 1) found.push(`cut off: ${name(node)} ${at(whole)}`)
  }
  for (const [index, one] of controls.entries()) {
    for (let other of controls.slice(index + 1)) {
      const by = meet(one.box, other.box, 2)
      if (!by || one.node.contains(other.node) || other.node.contains(one.node) || layer(one.node) !== layer(other.node)) continue
      if (isRound(one.node) && isRound(other.node)) {
        const [a, b] = [one.whole, other.whole]
        const far = Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2)
        if (far > (a.width + b.width) / 2 - 2) continue
      }
      found.push(`controls overlap by ${by}: ${name(one.node)} and ${name(other.node)}`)
    }
  }

  // A face may claim more height for a line than its signs have.
  const inkOf = (node, line) => {
    const middle = (line.top + line.bottom) / 2, half = Math.min(line.height, 1.1 * parseFloat(style(node).fontSize)) / 2
    return {left: line.left, right: line.right, top: middle - half, bottom: middle + half}
  }
  // Text: whole, within its circle, not on other text, not under the dock.
  const texts = []
  const range = document.createRange()
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement
    if (!text.data.trim() || !node || node.closest('svg, script, style, option, select, textarea, kbd') || !isShown(node)) continue
    range.selectNodeContents(text)
    for (const whole of range.getClientRects()) {
      if (whole.width < 1) continue
      const line = inkOf(node, whole)
      const box = seen(node, line, 'scroll')
      if (box) texts.push({node, text, box, line, said: text.data.trim().slice(0, 30)})
    }
  }
  for (const {node, box, line, said} of texts) {
    if (isOut(box)) found.push(`outside the window: text "${said}" ${at(line)}`)
    const cut = seen(node, line)
    const lost = !cut ? 'all of it' : cut.right - cut.left < box.right - box.left - 1.5 || cut.bottom - cut.top < (box.bottom - box.top) * 0.75 ? 'a part' : ''
    if (lost) found.push(`clipped (${lost}): text "${said}" of ${kind(node)} ${at(line)}`)
    const holder = [node, node.parentElement].find((one) => one && style(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1)
    if (holder) found.push(`shortened: text "${said}" of ${kind(holder)}`)
    if (isUnder(node, box)) found.push(`under the dock: text "${said}"`)
    const spot = node.closest('.spot')
    if (spot && node.closest('.name') && style(node.closest('.name')).position !== 'absolute') {
      const by = boxOf(spot)
      const [x, y, r] = [by.left + by.width / 2, by.top + by.height / 2, by.width / 2]
      const corners = [[line.left, line.top + 2], [line.right, line.top + 2], [line.left, line.bottom - 2], [line.right, line.bottom - 2]]
      const out = isRound(spot) ? corners.some(([cx, cy]) => Math.hypot(cx - x, cy - y) > r + 1) : line.left < by.left || line.right > by.right || line.top < by.top || line.bottom > by.bottom
      if (out) found.push(`leaves its circle: "${said}" of ${name(spot)} ${at(by)}`)
    }
    const button = node.closest('button, .btn')
    if (button && !button.matches('.spot')) {
      const by = boxOf(button)
      if (line.left < by.left - 1 || line.right > by.right + 1 || line.top < by.top - 1 || line.bottom > by.bottom + 1) found.push(`leaves its button: "${said}" of ${name(button)} ${at(by)}`)
    }
  }
  texts.sort((one, other) => one.box.top - other.box.top)
  for (const [index, one] of texts.entries()) {
    for (let next = index + 1; next < texts.length && texts[next].box.top < one.box.bottom; next += 1) {
      const other = texts[next], by = meet(one.box, other.box, 3)
      if (by && one.text !== other.text && layer(one.node) === layer(other.node)) found.push(`texts overlap by ${by}: "${one.said}" and "${other.said}"`)
    }
    for (const {node, box} of controls) {
      const by = meet(one.box, box, 3)
      if (!by || node.contains(one.node) || one.node.contains(node) || layer(node) !== layer(one.node)) continue
      if (isRound(node) && isBeside(one.box, box)) continue
      if (!one.node.closest('.cap')) found.push(`text under a control by ${by}: "${one.said}" and ${name(node)}`)
    }
  }

  // What is printed along the arc of the felt is read whole.
  const covers = [...root.querySelectorAll('.box, .lastplate, .jackpot, .dealer, .call, .idle')].filter(isShown).map((node) => ({node, box: boxOf(node)}))
  for (const text of root.querySelectorAll('.arc text')) {
    if (!isShown(text)) continue
    const said = text.textContent.trim().slice(0, 24), matrix = text.getScreenCTM()
    for (let index = 0; index < text.getNumberOfChars(); index += 3) {
      let point
      try { point = text.getStartPositionOfChar(index).matrixTransform(matrix) } catch { continue }
      const over = covers.find(({box}) => point.x > box.left && point.x < box.right && point.y > box.top + 2 && point.y - 4 < box.bottom)
      if (over) { found.push(`felt text "${said}" lies under ${kind(over.node)}`); break }
    }
    const path = text.querySelector('textPath') && document.querySelector(text.querySelector('textPath').getAttribute('href'))
    if (path && text.getComputedTextLength() > path.getTotalLength()) found.push(`felt text "${said}" is longer than its arc`)
  }

  // Cards of a hand are whole, and the page has one size.
  for (const card of root.querySelectorAll('.hand > .card, .pair-of-cards .card')) {
    if (!isShown(card)) continue
    const whole = boxOf(card), cut = seen(card, whole), scrolled = seen(card, whole, 'scroll')
    if (scrolled && (!cut || cut.bottom - cut.top < scrolled.bottom - scrolled.top - 2 || cut.right - cut.left < scrolled.right - scrolled.left - 2)) found.push(`cut off: card ${at(whole)}`)
    if (scrolled && isUnder(card, scrolled)) found.push(`under the dock: card ${at(whole)}`)
    if (whole.width < 20) found.push(`card too small: ${at(whole)}`)
  }
  if (page.scrollWidth > innerWidth + 1) found.push(`the page is ${page.scrollWidth} wide in a window of ${innerWidth}`)
  if (document.querySelector('.terminal') && !isLarge && page.scrollHeight > innerHeight + 1) found.push(`the page is ${page.scrollHeight} high in a window of ${innerHeight}`)
  const felt = document.querySelector('.felt-in')
  if (felt && (felt.scrollHeight > felt.clientHeight + 1 || felt.scrollWidth > felt.clientWidth + 1)) found.push(`the felt holds ${felt.scrollWidth}x${felt.scrollHeight} in ${felt.clientWidth}x${felt.clientHeight}`)
  return [...new Set(found)]
}
