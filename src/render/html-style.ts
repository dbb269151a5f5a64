/** The look of a record on a screen, by day and by night, and on paper. Holds no `<`. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fdfdfb;--card:#fff;--ink:#1d1f23;--soft:#5c626c;--rule:#dfe1e5;--quiet:#f3f4f2;--link:#1a56b0;
--open:#dbe8fb;--open-ink:#1b4b8f;--good:#d5efdb;--good-ink:#1c6333;--doubt:#fde6c4;--doubt-ink:#8a4b00;--muted:#e8e9eb;--muted-ink:#565b63;--bad:#fbd9d5;--bad-ink:#96271b;--plain:#fff;--plain-ink:#33373d;
--heat:47,133,90;--c0:#2563c9;--c1:#c2410c;--c2:#15803d;--c3:#9333ea;--c4:#b91c5c;--c5:#0e7490;--c6:#8a6d00;--c7:#57606a}
@media (prefers-color-scheme:dark){:root{--paper:#15171a;--card:#1c1f23;--ink:#e4e6e9;--soft:#9aa1ab;--rule:#33373d;--quiet:#22262b;--link:#8ab8ff;
--open:#1d3557;--open-ink:#b5d3ff;--good:#1a3d27;--good-ink:#a5e3b8;--doubt:#4a3312;--doubt-ink:#ffd59a;--muted:#2c3036;--muted-ink:#aab0b9;--bad:#4f221d;--bad-ink:#ffb9b0;--plain:#24282d;--plain-ink:#d4d7db;
--heat:82,190,128;--c0:#7db1ff;--c1:#ff9b66;--c2:#74d796;--c3:#cf9cff;--c4:#ff8fb8;--c5:#63d0e2;--c6:#e0c75a;--c7:#aeb6c0}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:2.5rem 1.5rem 3rem;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .75rem;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.3rem;line-height:1.3;margin:2.5rem 0 .75rem;padding-top:.9rem;border-top:1px solid var(--rule)}
h3{font-size:1.05rem;margin:0 0 .6rem}
h4{font-size:.95rem;margin:1.4rem 0 .4rem;color:var(--soft)}
h1.long{font-size:1.3rem;line-height:1.4;font-weight:600;letter-spacing:0}
p{margin:.5rem 0}
a{color:var(--link)}
.facts,nav ol,.tags,.legend{list-style:none;margin:.5rem 0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem .9rem}
.facts{color:var(--soft);font-size:.85rem}
nav{margin-top:1rem;font-size:.9rem}
nav a{text-decoration:none;border-bottom:1px solid var(--rule)}
.level-3{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:1rem 1.2rem;margin:.9rem 0}
.level-4{border-inline-start:2px solid var(--rule);padding-inline-start:1rem;margin-top:1.2rem}
.level-4>h4{margin-top:0}
.badge{font-size:.72rem;font-weight:600;border-radius:99px;padding:.12rem .6rem;vertical-align:.12em;white-space:nowrap}
.badge.plain{background:var(--quiet);color:var(--soft)}
.badge.open{background:var(--open);color:var(--open-ink)}
.badge.good{background:var(--good);color:var(--good-ink)}
.badge.doubt{background:var(--doubt);color:var(--doubt-ink)}
.badge.muted{background:var(--muted);color:var(--muted-ink)}
.badge.bad{background:var(--bad);color:var(--bad-ink)}
.note{color:var(--soft);font-size:.88rem}
.label{margin:.8rem 0 .25rem;font-size:.8rem;font-weight:600;color:var(--soft)}
.text{max-width:46rem}
.text>:first-child{margin-top:0}
.text>:last-child{margin-bottom:0}
.text ul,.text ol{margin:.4rem 0;padding-inline-start:1.4rem}
.text .title{font-weight:650}
.text blockquote{margin:.5rem 0;padding-inline-start:.9rem;border-inline-start:3px solid var(--rule);color:var(--soft)}
.text pre,.text code{font:.86em/1.5 ui-monospace,"SFMono-Regular",Menlo,Consolas,monospace;background:var(--quiet);border-radius:4px}
.text code{padding:.1em .3em}
.text pre{padding:.7rem .9rem;overflow-x:auto}
.text pre code{padding:0;font-size:1em}
.level-4>.text{color:var(--ink);font-size:.95rem}
.diff{white-space:pre-wrap;max-width:46rem;font-size:.95rem}
ins{background:var(--good);color:var(--good-ink);text-decoration:none;border-radius:3px;padding:0 .1em}
del{background:var(--bad);color:var(--bad-ink);border-radius:3px;padding:0 .1em}
.tags li{background:var(--quiet);border-radius:4px;padding:.05rem .5rem;font-size:.88rem}
.lines{margin:.4rem 0;padding-inline-start:1.2rem}
.wide{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
th{text-align:start;font-weight:600;color:var(--soft);vertical-align:bottom;font-size:.78rem}
th,td{padding:.28rem .65rem;border-bottom:1px solid var(--rule);overflow-wrap:normal}
td.number{text-align:end}
tr.strong td{font-weight:650}
${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((tenth) => `.h${tenth}{background:rgba(var(--heat),${(tenth * tenth * 0.0035).toFixed(3)})}`).join('\n')}
figure{margin:1.2rem 0;padding:.9rem 1.1rem;background:var(--card);border:1px solid var(--rule);border-radius:8px}
figcaption{font-size:.8rem;font-weight:600;color:var(--soft);margin-bottom:.5rem}
.drawing{overflow:auto;max-height:46rem}
.drawing svg{display:block;max-width:none}
.drawing svg.fits{max-width:100%;height:auto}
.overview{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:flex-start;margin-top:1.2rem}
.overview>figure{flex:1 1 22rem;margin:.5rem 0}
.overview>.map{flex-basis:100%;min-width:0}
svg text{font:12px system-ui,-apple-system,"Segoe UI",Arial,sans-serif;fill:currentColor}
.box rect{stroke:var(--rule);fill:var(--plain)}
.box{color:var(--plain-ink)}
.box .second{font-size:11px;opacity:.8}
.box.open{color:var(--open-ink)}.box.open rect{fill:var(--open)}
.box.good{color:var(--good-ink)}.box.good rect{fill:var(--good)}
.box.doubt{color:var(--doubt-ink)}.box.doubt rect{fill:var(--doubt)}
.box.muted{color:var(--muted-ink)}.box.muted rect{fill:var(--muted)}
.box.bad{color:var(--bad-ink)}.box.bad rect{fill:var(--bad)}
.edge,.across{fill:none;stroke:var(--soft);stroke-opacity:.55;stroke-width:1.2}
.across{stroke:var(--c1);stroke-opacity:1;stroke-dasharray:4 3}
.chart{width:100%;max-width:34rem;color:var(--soft)}
.chart text{font-size:11px}
.grid{stroke:var(--rule);fill:none}
.line path{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.line circle{fill:currentColor}
${[0, 1, 2, 3, 4, 5, 6, 7].map((colour) => `.c${colour}{color:var(--c${colour})}`).join('')}
.legend{font-size:.82rem;font-weight:600;margin:.2rem 0 0}
.legend li::before{content:"";display:inline-block;width:.9em;height:.25em;border-radius:2px;background:currentColor;vertical-align:middle;margin-inline-end:.4em}
.timeline{list-style:none;margin:.5rem 0;padding:0;font-size:.88rem}
.timeline li{padding:.12rem 0}
time{color:var(--soft);font-variant-numeric:tabular-nums;margin-inline-end:.6rem}
footer{margin-top:3rem;color:var(--soft);font-size:.8rem}
@media print{
:root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#bbb;--quiet:#f2f2f2;--link:#000;--open:#dbe8fb;--open-ink:#1b4b8f;--good:#d5efdb;--good-ink:#1c6333;--doubt:#fde6c4;--doubt-ink:#8a4b00;--muted:#e8e9eb;--muted-ink:#444;--bad:#fbd9d5;--bad-ink:#96271b;--plain:#fff;--plain-ink:#000;--heat:47,133,90}
body{max-width:none;padding:0;font-size:10.5pt}
nav{display:none}
.drawing,.wide{overflow:visible;max-height:none}
.drawing svg{max-width:100%;height:auto}
h2,h3,h4,.label{break-after:avoid}
tr,figure,svg{break-inside:avoid}
.level-3{border-color:#bbb}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;
