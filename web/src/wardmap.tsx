import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { resultText, type ResultRef } from './api';
import { readDrawing } from './drawing';

/** A map, with what it says of the ward that is pointed at or looked for. */
export function WardMap({ session, map }: { session: string; map: ResultRef }) {
  const frame = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<SVGSVGElement>();
  const [problem, setProblem] = useState('');
  const [ward, setWard] = useState<Element>();
  const wards = useId();

  useEffect(() => {
    const load = async () => {
      const read = readDrawing(await resultText(session, map.id));
      if (read) setDrawing(read);
      else setProblem('The map cannot be shown; download it below.');
    };
    return whenNear(frame.current!, () => load().catch((e: Error) => setProblem(e.message)));
  }, [session, map.id]);

  useEffect(() => {
    if (!drawing) return;
    const { width, height } = drawing.viewBox.baseVal;
    drawing.style.setProperty('--shape', String(width / height));
    frame.current!.replaceChildren(drawing);
  }, [drawing]);

  useEffect(() => {
    if (!ward) return;
    const outline = ward.cloneNode() as Element; // over all neighbours
    outline.setAttribute('class', 'chosen');
    ward.parentElement!.parentElement!.append(outline);
    return () => outline.remove();
  }, [ward]);

  const all = drawing ? Array.from(drawing.querySelectorAll('path')).filter(saying) : [];
  const point = (e: Event) => {
    const shape = (e.target as Element).closest('path');
    if (shape && saying(shape)) setWard(shape);
  };
  const find = (name: string) => {
    const wanted = name.trim().toLowerCase();
    setWard(wanted ? all.find((shape) => saying(shape).toLowerCase().startsWith(wanted)) : undefined);
  };

  if (problem) return <p class="hint">{problem}</p>;
  return (
    <figure class="map">
      <div class="drawing" ref={frame} onPointerMove={point} onClick={point} aria-busy={!drawing} />
      {all.length > 0 && (
        <figcaption>
          <input
            type="search"
            list={wards}
            placeholder="Find a ward"
            aria-label="Find a ward on the map"
            onInput={(e) => find(e.currentTarget.value)}
          />
          <datalist id={wards}>
            {all.map((shape, i) => (
              <option key={i} value={saying(shape).split(':')[0]} />
            ))}
          </datalist>
          <output dir="auto">{ward ? saying(ward) : 'Point at a ward to read its value.'}</output>
        </figcaption>
      )}
    </figure>
  );
}

/** What the map says of a ward, such as "Tesoli, Zarata: 72.3%"; "" of anything else. */
const saying = (shape: Element) => shape.querySelector('title')?.textContent ?? '';

/** Acts once the element is about to be seen. Returns what stops the waiting. */
function whenNear(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '600px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
